//go:build !linux

package guard

import "errors"

func mountSmall(string) error { return errors.ErrUnsupported }

func readOnly(string, bool) error { return errors.ErrUnsupported }

func unmount(string) error { return errors.ErrUnsupported }
