package flow

func step(n int) (string, error) {
	if n < 0 {
		return "", errNegative
	} else if n > max {
		return "", errLarge
	} else {
		log(n)
	}
	switch n {
	case 0:
		return "none", nil
	case 1, 2:
		// a few
		return "few", nil
	default:
		return "many", nil
	}
}

func run(jobs chan int) {
	select {
	case job := <-jobs:
		step(job)
	case <-done:
		return
	}
	go func() {
		log(1)
	}()
}
