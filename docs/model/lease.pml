/*
 * The clock that leases are measured by: a machine's, which may be set back.
 *
 * Two contexts ask for the one exclusive lease of a document, again and again. A lease is granted until LEASE ticks later by
 * the machine's clock, and is judged by that clock alone (settle.go: live); elapsed is what really went by. README.md says
 * what must hold.
 */

#define LEASE 2
#define LATEST 7                /* the machine's clock goes from 0 to here */
#define SETBACKS 2

typedef Lease {
	bool granted, lapsed;   /* lapsed: somebody was let past, and that is recorded (settle.go: lapse) */
	byte expires;           /* by the machine's clock */
	byte elapsed            /* really, in ticks: how long it has been running */
};

Lease lease[2];
byte now, setbacks;

#define LEFT(k) (lease[k].expires - now)
#ifdef MUTANT_PROLONGS
#define LIVE(k) (lease[k].granted && !lease[k].lapsed && LEFT(k) > 0)
#else
#define LIVE(k) (lease[k].granted && !lease[k].lapsed && LEFT(k) > 0 && LEFT(k) <= LEASE)
#endif

/* before.go, judge: it waits for the other's lease, and goes past one that is over. */
proctype Context(byte k, other) {
end:	do
	:: atomic { !LIVE(other) && !LIVE(k) && now + LEASE <= LATEST ->
#ifndef MUTANT_REVIVES
		lease[other].lapsed = true;
#endif
		lease[k].granted = true; lease[k].lapsed = false;
		lease[k].expires = now + LEASE; lease[k].elapsed = 0;
		assert(!LIVE(other)) }
	:: atomic { LIVE(k) -> lease[k].granted = false }       /* its end is reported */
	od
}

#define AGE(k) lease[k].elapsed = (LIVE(k) && lease[k].elapsed < 15 -> lease[k].elapsed + 1 : 0)

proctype Clock() {
	byte to;
end:	do
	:: atomic { now < LATEST -> now++; AGE(0); AGE(1) } /* at LATEST it stands still, and all leases are over */
	:: atomic { now > 0 && setbacks < SETBACKS ->
		to = 0;
		do
		:: to + 1 < now -> to++
		:: break
		od;
		now = to; to = 0; setbacks++;
		lease[0].elapsed = 0; lease[1].elapsed = 0 } /* it may run anew, for one lease */
	od
}

/* Holds at any time: one lease at most, and none that runs for longer than a lease, nor than one more after the clock was
   set back. */
#define HOLDS (!(LIVE(0) && LIVE(1)) && FRESH(0) && FRESH(1))
#define FRESH(k) (!LIVE(k) || lease[k].elapsed <= LEASE)

proctype Monitor() { end: atomic { !HOLDS -> assert(HOLDS) } }

init { atomic { run Context(0, 1); run Context(1, 0); run Clock(); run Monitor() } }
