import { start } from './sync'
import { followTheme } from './ui/theme'
import './ui/base.css'

followTheme()
// The open campaign is fetched first.
start()
// Fonts that arrive after the first paint would cause a complete relayout.
for (const family of ['Inter Variable', 'Literata Variable', 'JetBrains Mono Variable']) document.fonts.load(`1em '${family}'`).catch(() => undefined)
void import('./window').then(({ draw }) => draw())
