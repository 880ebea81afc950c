/*
 * The protocol between gated writers, an appender, an ungated writer and the ledger, on one document.
 *
 * README.md maps each step to the code. A text is a set of lines, one bit each; every line is added by one call of
 * one participant, so that a loss can be told. Compile-time switches choose the participants and the mutants; `check`
 * runs all of them.
 */

#define L0 1                    /* stood there at the beginning */
#define A1 2                    /* added by A's first call */
#define A2 4                    /* added by A's second call */
#define B1 8                    /* added by B's call */
#define P1 16                   /* appended by P with >> */
#define U1 32                   /* written by the ungated U */
#define B2 64                   /* added by B's second call, which takes away what its first one added */

#ifdef CRASHES
#define CRASH true
#else
#define CRASH false
#endif

#ifndef WITH_A
#define WITH_A 0
#endif
#ifndef WITH_B
#define WITH_B 0
#endif
#ifndef WITH_P
#define WITH_P 0
#endif
#ifndef WITH_U
#define WITH_U 0
#endif

#define A 0
#define B 1
#define P 2
#define CONTEXTS 3

/* Three-way merge of texts, which has no conflicts here: a line of the base stays if both sides kept it. */
#define MERGE(base, x, y) (((x) | (y)) & ~(((base) & ~(x)) | ((base) & ~(y))))

mtype = { none, open, lapsed, unheard, shown, closed };

typedef Intent {
	mtype state = none;     /* open: its lease runs; lapsed: the call may still land; unheard: given up; shown: closed by what the disk shows */
	byte h, on, m, c;       /* head, what it was judged against, result, proposal */
	bool shared;            /* an append of the OS */
	bool overdue;            /* over for longer than any call is waited for */
	bool afterdue           /* judged while a repair was due */
};

/* What is durable. */
byte disk = L0;
byte head = L0;                 /* the last recorded version */
Intent in[CONTEXTS];
bool due;                       /* a repair waits: want should stand, stood did when it was planned */
byte want, stood;

/* What the host says that a context's call replaced; 0 where it says nothing. */
byte was[CONTEXTS];
bool known[CONTEXTS];           /* the last recorded version was the one replaced */

/* What may be lost, and the lock, which the system frees when its holder dies. */
byte base[CONTEXTS];
bool locked;
byte seen;                      /* the document as the lock's holder has read it */

/* Ghosts: what the properties speak of. */
byte acked;                     /* added by writes that took place, or recorded as seen */
byte removed;                   /* taken away by a call of a context that had seen it */
byte gone;                      /* of those, recorded so */
bool outside;                   /* an external change was recorded */
bool unknown;                   /* a call was given up, and its lines were not there */
byte told;                      /* recorded as lost, with the bytes kept */
byte asked, answered;           /* PreToolUse events, by context: bits */
byte done;

/* Scratch of the atomic steps; zero between them. */
byte there, w, x, y, z, j;
bool unseen;

#define AWAY (seen == 0)        /* the document is not there: some tools unlink, then rename */
#ifdef MUTANT_AWAY
#define WAITING 0
#else
#define WAITING (want & ~stood)  /* what a repair is to put back, which no recorded version has */
#endif
#define WRITTEN(k) (in[k].m == seen || in[k].c == seen)
#define UNTOUCHED(k) ((seen == in[k].h || seen == in[k].on) && in[k].m != seen)
#define STANDS(k) (head == in[k].h || head == in[k].on)
#define AFTERREPAIR(text) ((stood == (text)) -> want : MERGE(stood, want, (text)))
#define LANDED(k) (WRITTEN(k) && head != seen)
#define RUNS(k) (in[k].state == open)
#define EXPLAINED ((RUNS(A) && LANDED(A)) || (RUNS(B) && LANDED(B)) || (RUNS(P) && LANDED(P)))
#define HELD(k) (RUNS(k) && !in[k].shared)
#define OTHERHOLDS(i) ((i != A && HELD(A)) || (i != B && HELD(B)) || (i != P && HELD(P)))
#define OTHERRUNS(i) ((i != A && RUNS(A)) || (i != B && RUNS(B)) || (i != P && RUNS(P)))
#define OTHERWROTE(i) ((i != A && RUNS(A) && in[A].m == seen) || (i != B && RUNS(B) && in[B].m == seen) || (i != P && RUNS(P) && in[P].m == seen))
#define CARRIES(k) (in[k].state == lapsed && in[k].afterdue && !in[k].overdue && in[k].m != in[k].c && !(want & ~in[k].m))
#ifdef MUTANT_UNRECORDED
#define UNRECORDED false
#else
#define UNRECORDED (head != seen) /* what stands is for a call under way to record */
#endif
#define BUSY (AWAY || OTHERRUNS(CONTEXTS) || CARRIES(A) || CARRIES(B) || UNRECORDED)

/* A version is recorded. */
#define RECORD(text) head = text; TAKEN(text)
#define TAKEN(text) known[A] = known[A] || was[A] == text; known[B] = known[B] || was[B] == text

/* An intent that the disk has closed needs its own event no more, but for what that tells of the text it replaced: its
   lines may be gone on purpose by then. */
#ifdef MUTANT_EVIDENCE
#define SHOWN unheard
#else
#define SHOWN shown
#endif

/* What stands was written by a call under way: what that lacks of the text it was judged against it took away. */
#define UNDERWAY(j) ((RUNS(j) || in[j].state == lapsed) && WRITTEN(j))
#ifdef MUTANT_BUILTON
#define BUILTON(k) false
#else
#define TOOKIN(j) (UNDERWAY(j) && (due -> in[j].on == want : STANDS(j)))
#define BUILTON(k) ((k != A && TOOKIN(A)) || (k != B && TOOKIN(B)) || (k != P && TOOKIN(P)))
#endif

/* land.go, landing: what stands, or what a repair that waits will leave; a text that was written over one that a repair
   waits for was planned without it. */
inline landing(k) {
	unseen = false;
#ifndef MUTANT_OVERREPAIR
	unseen = due && stood != seen && (WRITTEN(k) || BUILTON(k));
#endif
	there = (due && !unseen -> AFTERREPAIR(seen) : seen);
	w = there
}

/* What a text was planned on that a call under way had written. */
#ifdef MUTANT_ORPHAN
#define PLANNEDON(k, text) in[k].on
#else
#define PENDING(k, text) ((in[k].state == open || in[k].state == lapsed) && (in[k].m == text || in[k].c == text))
#define PLANNEDON(k, text) ((k != A && PENDING(A, text)) -> in[A].on : ((k != B && PENDING(B, text)) -> in[B].on : in[k].on))
#endif

/* A replaced text that was recorded by then is part of the history that led to the head. */
#ifdef MUTANT_OLDNEWS
#define OLD(k) false
#else
#define OLD(k) known[k]
#endif

/* landothers.go, foldReplaced: what the host says that the call replaced is merged in, and recorded where nobody had: that
   moves the head, so what the replaced text had taken away of the head is told. */
inline foldReplaced(k, text) {
	z = w;
	if
	:: text != 0 && !OLD(k) && text != in[k].h && text != in[k].on && ((text & ~w) || w == in[k].m) ->
		y = PLANNEDON(k, text);
		z = MERGE(y, w, text);
		y = 0
	:: else -> skip
	fi;
	if
	:: z != w && text != head ->
#ifndef MUTANT_REPLACED
		told = told | (head & ~z & ~(in[k].on & ~in[k].m));
#endif
		RECORD(text);
		acked = acked | (text & U1)
	:: else -> skip
	fi;
	w = z; z = 0
}

/* land.go, finish: the outcome is recorded, the repair planned, and the base moved to what the context meant. */
inline finish(k) {
	if /* another call under way has written what stands: it is for that call to record it */
	:: w == seen && OTHERWROTE(k) -> skip
	:: else -> RECORD(seen); gone = gone | (removed & ~head)
	fi;
	due = (w != seen);
	want = (due -> w : 0);
	stood = (due -> seen : 0);
	moveBase(k)
}

inline moveBase(k) {
	if
	:: in[k].shared -> skip
#ifdef MUTANT_BASE
	:: !in[k].shared -> base[k] = in[k].m
#else
	:: !in[k].shared -> base[k] = in[k].c
#endif
	fi
}

/* land.go, close: an intent is closed by what the disk shows; how it was heard of decides how its record is marked. */
inline land(k, mark, replaced) {
	landing(k);
	if
	:: UNTOUCHED(k) -> in[k].state = (mark == shown -> unheard : mark) /* unwritten */
	:: !UNTOUCHED(k) && AWAY -> /* vanished: all that stood, and what no version so far has */
		told = told | head | WAITING;
#ifndef MUTANT_HIDES
		told = told | (in[k].m & ~in[k].on);
#endif
		RECORD(seen);
		gone = gone | removed;
#ifdef MUTANT_AWAY
		due = false; want = 0; stood = 0;
#endif
		moveBase(k);
		in[k].state = mark
#ifdef MUTANT_COMMITTED
	:: !UNTOUCHED(k) && !AWAY && seen == in[k].m ->
		head = seen;
		base[k] = in[k].c;
		in[k].state = mark
#endif
	:: else ->
		if
		:: !(in[k].m & ~there) -> skip /* all of it stands */
		:: else ->
			if
			:: there == in[k].c -> w = in[k].m /* the host did not apply the rewrite */
			:: there != in[k].c && !((in[k].m & ~in[k].on) & there) -> w = MERGE(in[k].on, in[k].m, there) /* overwritten */
			:: else -> skip /* differs */
			fi
		fi;
		foldReplaced(k, replaced);
		y = (BUILTON(k) -> seen : (unseen -> want : head)); /* recorded */
		if /* somebody else's write was recorded meanwhile: late */
		:: y != in[k].h && y != in[k].on && y != seen && ((y & ~w) || w == in[k].m) -> w = MERGE(in[k].on, w, y)
		:: else -> skip
		fi;
		told = told | (in[k].m & ~w) | (y & ~w & ~(in[k].on & ~in[k].m));
		finish(k);
		TAKEN(in[k].m);
		TAKEN(in[k].c);
		in[k].state = mark
	fi;
	there = 0; w = 0; y = 0; unseen = false
}

/* after.go, lateEvidence: the disk has closed the call before its event came, which tells what it replaced. */
inline evidence(k) {
	landing(k);
	if
	:: !AWAY -> foldReplaced(k, was[k])
	:: else -> skip
	fi;
	if
	:: w != there -> finish(k)
	:: else -> skip
	fi;
	in[k].state = closed;
	there = 0; w = 0; unseen = false
}

/* settle.go, giveUp: a call that was never heard of again. */
inline giveUp(k) {
	if
	:: STANDS(k) && head == seen -> skip /* unwritten */
	:: else -> told = told | (in[k].m & ~in[k].on & ~seen); unknown = unknown || (in[k].m & ~in[k].on & ~seen)
	fi;
	in[k].state = unheard
}

/* settle.go, over: a call of this context whose own event cannot come any more. */
inline over(k) {
	landing(k);
	if
	:: WRITTEN(k) || (in[k].m & ~in[k].on & there) -> land(k, SHOWN, 0)
	:: else -> giveUp(k)
	fi;
	there = 0; w = 0; unseen = false
}

/* settle.go, landOthers: late writes that stand were planned on an older text; what they lack they did not take away. */
inline landOthers(i) {
	j = 0;
	do
	:: j < CONTEXTS && j != i && in[j].state == lapsed && LANDED(j) -> land(j, SHOWN, 0); j++
	:: j < CONTEXTS && !(j != i && in[j].state == lapsed && LANDED(j)) -> j++
	:: j == CONTEXTS -> break
	od;
	j = 0
}

/* settle.go, settle: i is the context at work; waits says whether it has waited for all leases that exclude it. */
inline settle(i, waited) {
	landOthers(i);
	if
	:: OTHERHOLDS(i) && !waited -> skip /* the disk may be in its hands */
	:: else ->
#ifdef MUTANT_LAPSEFIRST
		lapse(i);
#endif
		if /* subsumed: the repair was carried out, perhaps by a process that died before it could say so */
		:: due && seen == want -> RECORD(seen); due = false; want = 0; stood = 0
		:: else -> skip
		fi;
#ifndef MUTANT_RECONCILE
		if /* reconcile: no recorded write explains what stands */
		:: head != seen && !EXPLAINED ->
			told = told | (head & ~seen) | (AWAY -> WAITING : 0);
			RECORD(seen);
			outside = true
		:: else -> skip
		fi;
#endif
		assert(head == seen || EXPLAINED); /* G4 */
		acked = acked | (head & U1);
		gone = gone | (removed & ~head);
#ifndef MUTANT_LAPSEFIRST
		lapse(i)
#endif
	fi
}

/* settle.go, lapse: others have written since, and nothing was heard for long. */
inline lapse(i) {
	do
	:: j < CONTEXTS && j != i && in[j].state == lapsed && in[j].overdue && !STANDS(j) -> giveUp(j); j++
	:: j < CONTEXTS && !(j != i && in[j].state == lapsed && in[j].overdue && !STANDS(j)) -> j++
	:: j == CONTEXTS -> break
	od;
	j = 0
}

#define FREE locked = false; seen = 0

/* A hook process takes the document's lock and looks. */
inline look() { atomic { !locked -> locked = true; seen = disk } }

/* mend.go: the repair that waits is carried out. A process may die in between. */
inline mend(dies) {
	do
	:: atomic { due && !BUSY && disk == seen ->
		w = AFTERREPAIR(seen);
		disk = w; seen = w; w = 0 } ->
		if
		:: atomic { dies -> FREE } -> break
		:: skip
		fi;
		atomic {
#ifdef MUTANT_MENDED
			seen = disk; /* what was found after the repair passes for the repair */
#endif
			RECORD(seen); due = false; want = 0; stood = 0; FREE } -> break
	:: atomic { due && !BUSY && disk != seen ->     /* it changed meanwhile: look again */
		seen = disk;
		settle(CONTEXTS, false) }
	:: atomic { !due || BUSY -> FREE } -> break
	od
}

/* after.go, conclude: the call's own event. It may come twice, and after the disk has told already. */
inline post(i) {
	look();
	if
	:: atomic { true ->
		x = in[i].state;
		if
		:: x == open || x == lapsed ->
#ifndef MUTANT_ORDER
			landOthers(i);
#endif
			land(i, closed, was[i])
		:: x == unheard -> land(i, closed, was[i])
#ifdef MUTANT_POST
		:: x == closed || x == shown -> land(i, closed, was[i])
#endif
		:: else -> skip
		fi;
		settle(i, false);
		if
		:: x == shown && in[i].state == shown -> evidence(i)
		:: else -> skip
		fi;
		x = 0;
		FREE }
	:: atomic { CRASH -> FREE }
	fi
}

/* after.go, Batch: a call that it lists and that had no event of its own; then the repair that waited. */
inline batch(i) {
	look();
	atomic {
		if
		:: in[i].state == open || in[i].state == lapsed ->
#ifdef MUTANT_BATCH
			land(i, SHOWN, 0) /* what it planned is merged in, made or not */
#else
			over(i)
#endif
		:: else -> skip
		fi;
		settle(i, false)
	};
	mend(CRASH)
}

/* reads.go: the context is shown the whole document. */
inline read(i) {
	look();
	atomic {
		settle(i, false);
		know = seen; base[i] = seen;
		FREE }
}

/* before.go: PreToolUse of a whole write that adds a line and may take one away. */
inline pre(i) {
	d_step { asked = asked | (1 << i); answered = answered & ~(1 << i) };
#ifdef MUTANT_STALE
	stale = disk;           /* R7: judged by a look before the lock */
#endif
	if
	:: atomic { !locked && !OTHERRUNS(i) -> locked = true; seen = disk };
		atomic {
			if
			:: in[i].state == open || in[i].state == lapsed -> over(i)
			:: else -> skip
			fi;
			settle(i, true);
			x = (due -> AFTERREPAIR(seen) : seen);
			if
			:: x == 0 -> FREE /* moved or removed since it was read: refused */
			:: else ->
			in[i].h = seen; in[i].c = c;
#ifdef MUTANT_UNNAMED
			in[i].on = seen;
#else
			in[i].on = x;           /* the text that the call is judged against */
#endif
#ifdef MUTANT_STALE
			in[i].m = MERGE(base[i], c, stale);
			stale = 0;
#else
			in[i].m = MERGE(base[i], c, x);
#endif
			in[i].shared = false; in[i].overdue = false; in[i].afterdue = due;
			in[i].state = open;
			was[i] = 0; known[i] = false;
			x = 0; go = true;
			FREE
			fi }
	:: atomic { CRASH && !locked && !OTHERRUNS(i) -> skip } /* killed before its intent was durable: the host refuses the call */
	:: atomic { OTHERRUNS(i) -> skip }              /* waited long enough: refused, nothing happened */
	fi;
	d_step { answered = answered | (1 << i) }
}

/* One context of an agent host, with its calls one after the other. */
proctype Writer(byte i, line, another, take; bool reads) {
	byte know = L0, c = 0, stale = 0;
	bool go = false;
	base[i] = L0;
#if WITH_B == 3
	if
	:: reads -> read(i)
	:: else
	fi;
#endif
	do
	:: line == 0 -> break
	:: line != 0 ->
		c = (know & ~take) | line;
		pre(i);
		if
		:: go ->
			if
			:: atomic { /* the host's rename, however long its prompt took */
#ifdef TELLS
				was[i] = disk;
				known[i] = (disk == head);
#endif
				disk = in[i].m;
				acked = acked | line;
				removed = removed | (take & know);
				know = c };
#ifdef LIVENESS
				post(i)
#else
				do
				:: post(i)      /* once, or again */
				:: break        /* or never */
				od
#endif
			:: true                 /* refused at the prompt: no event follows */
			fi;
			if
			:: batch(i)
			:: true                 /* PostToolBatch is lost */
			fi
		:: else
		fi;
		atomic { c = 0; go = false; line = another; another = 0 }
	od;
	done++
}

/* before.go, judgedOnDue: an append goes to what stands, whatever a repair will leave. */
inline intendAppend() {
	in[P].h = seen; in[P].m = seen | P1; in[P].c = seen | P1;
#ifdef MUTANT_APPENDON
	in[P].on = (due -> AFTERREPAIR(seen) : seen);
#else
	in[P].on = seen;
#endif
	in[P].shared = true; in[P].overdue = false; in[P].afterdue = due;
	in[P].state = open
}

/* An append of the OS: the lease is shared, the write adds to whatever stands. */
#if WITH_P == 1
proctype Appender() {
	d_step { asked = asked | (1 << P); answered = answered & ~(1 << P) };
#ifndef MUTANT_SHARED
	atomic { !locked && !OTHERHOLDS(P) -> locked = true; seen = disk };
	atomic {
		settle(P, true);
		intendAppend();
		FREE };
#endif
	d_step { answered = answered | (1 << P) };
	if
	:: atomic { disk = disk | P1; acked = acked | P1 };
#ifdef LIVENESS
		post(P)
#else
		do
		:: post(P)
		:: break
		od
#endif
	:: true
	fi;
	if
	:: batch(P)
	:: true
	fi;
	done++
}
#endif

/* run.go: `noclobber append` keeps the lock from its look to its record. A repair that waits is carried out first, or has
   to wait, and then the verb works beside it. */
#if WITH_P == 2
proctype Verb() {
	do
	:: atomic { !locked && !OTHERHOLDS(P) -> locked = true; seen = disk; settle(P, true) } ->
		if
		:: due && !BUSY -> mend(CRASH)
		:: else -> break
		fi
	od;
	if
	:: atomic { true -> intendAppend() }
	:: atomic { CRASH -> FREE; goto died }
	fi;
	if
	:: atomic { true -> disk = disk | P1; acked = acked | P1 }
	:: atomic { CRASH -> FREE; goto died }
	fi;
	if
	:: atomic { true ->
		seen = disk;
		landOthers(P);
		land(P, closed, 0);
		FREE }
	:: atomic { CRASH -> FREE }
	fi;
died:	done++
}
#endif

/* A writer that loads no gate: it reads, and writes whole what it read, much later. */
#if WITH_U > 0
proctype Ungated() {
	byte copy;
	copy = disk;
#if WITH_U == 2
	disk = 0;       /* it unlinks, then renames */
#endif
	atomic { disk = copy | U1; copy = 0 };
	done++
}
#endif

#define PARTICIPANTS ((WITH_A > 0) + (WITH_B > 0) + (WITH_P > 0) + (WITH_U > 0))

init {
	atomic {
		if :: WITH_A == 1 -> run Writer(A, A1, 0, 0, false) :: WITH_A == 2 -> run Writer(A, A1, A2, 0, false) :: else fi;
		if :: WITH_B == 1 -> run Writer(B, B1, 0, 0, false) :: WITH_B == 2 -> run Writer(B, B1, 0, L0, false)
		:: WITH_B == 3 -> run Writer(B, B1, 0, A1, true) :: WITH_B == 4 -> run Writer(B, B1, B2, B1, false) :: else fi;
#if WITH_P == 1
		run Appender();
#elif WITH_P == 2
		run Verb();
#endif
#if WITH_U > 0
		run Ungated();
#endif
		run Clock();
#ifndef LIVENESS
		run Scan();
#endif
	}
}

/* Time: a lease ends when it ends, and at some time later nobody waits for its call any more. */
proctype Clock() {
end:	do
#ifndef MUTANT_NOEXPIRY
	:: atomic { in[A].state == open -> in[A].state = lapsed }
	:: atomic { in[B].state == open -> in[B].state = lapsed }
	:: atomic { in[P].state == open -> in[P].state = lapsed }
#endif
	:: atomic { in[A].state == lapsed && !in[A].overdue -> in[A].overdue = true }
	:: atomic { in[B].state == lapsed && !in[B].overdue -> in[B].overdue = true }
	:: atomic { in[P].state == lapsed && !in[P].overdue -> in[P].overdue = true }
	od
}

/* scan.go, when all is over: what it finds must be complete. */
proctype Scan() {
	atomic { done == PARTICIPANTS ->
		j = 0;
		do
		:: j < CONTEXTS && (in[j].state == open || in[j].state == lapsed) -> in[j].state = lapsed; in[j].overdue = true; j++
		:: j < CONTEXTS && in[j].state != open && in[j].state != lapsed -> j++
		:: j == CONTEXTS -> break
		od;
		j = 0 };
	look();
	atomic { settle(CONTEXTS, false) };
	mend(false);
	atomic {
		assert(!due);
		assert(!locked);                                /* G5 */
		assert(head == disk);                           /* G4 */
		assert(!(acked & ~disk & ~removed & ~told));    /* G1: no line is lost silently */
		if
		:: !outside && !unknown && !WITH_U && !WITH_P ->
			assert(!(acked & ~disk & ~removed));    /* gated writers that are heard of lose nothing at all */
			assert(!(gone & disk))           /* and none comes back that was taken away by one who had seen it */
		:: else
		fi;
		assert((acked & A1) || !(disk & A1));           /* no call that was not made leaves a line */
		assert((acked & A2) || !(disk & A2));
		assert((acked & B1) || !(disk & B1));
		assert((acked & P1) || !(disk & P1)) }
}

#ifdef LIVENESS
ltl freed { [] ((RUNS(A) -> <> !RUNS(A)) && (RUNS(B) -> <> !RUNS(B)) && (RUNS(P) -> <> !RUNS(P)) && (asked == 0 || <> (answered == asked))) }
#endif
