package access

// Windows returns how many windows are in memory.
func (l *MemoryLimiter) Windows() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.windows)
}

// Remembered returns how many keys are in memory.
func (a *Authenticator) Remembered() (known, unknown int) {
	a.mu.RLock()
	defer a.mu.RUnlock()
	return len(a.known), len(a.unknown)
}

// Queues returns how many queues for slots there are.
func (m *Meter) Queues() int {
	m.slots.mu.Lock()
	defer m.slots.mu.Unlock()
	return len(m.slots.queues)
}
