package pdf

// softHyphen is a hyphen that is seen only at the end of a line.
const softHyphen = '\u00AD'

// symbolOf returns the character that the private code of the fonts Symbol and
// Wingdings stands for, where it is one that texts are set with; 0 for others.
// (Adobe's Symbol encoding at F000; Wingdings bullets at the same place.)
func symbolOf(r rune) rune {
	switch r {
	case 0xF0B7, 0xF0A7, 0xF06C, 0xF06E, 0xF076, 0xF0A8, 0xF09F:
		return '•'
	case 0xF0D8, 0xF0E8, 0xF0E0:
		return '→'
	case 0xF02D, 0xF0BE:
		return '–'
	case 0xF0B3:
		return '≥'
	case 0xF0A3:
		return '≤'
	case 0xF0B1:
		return '±'
	case 0xF0B4:
		return '×'
	case 0xF0B0:
		return '°'
	case 0xF0FC:
		return '✓'
	case 0xF061:
		return 'α'
	case 0xF062:
		return 'β'
	case 0xF06D:
		return 'μ'
	case 0xF044:
		return 'Δ'
	case 0xF053:
		return 'Σ'
	case 0xF070:
		return 'π'
	case 0xF0B9:
		return '≠'
	case 0xF0BB:
		return '≈'
	}
	return 0
}
