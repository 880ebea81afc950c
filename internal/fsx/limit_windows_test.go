package fsx

import "errors"

func limitFileSize(uint64) error { return errors.ErrUnsupported }

func mkfifo(string) error { return errors.ErrUnsupported }
