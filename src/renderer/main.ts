import { useSession } from './session'
import { FIRST_VIEW } from './store/desk'
import { start } from './sync'
import { followTheme } from './ui/theme'
import './ui/base.css'

followTheme()
// The open campaign is fetched first.
start()
// Fonts that arrive after the first paint would cause a complete relayout.
for (const family of ['Inter Variable', 'Literata Variable', 'JetBrains Mono Variable']) document.fonts.load(`1em '${family}'`).catch(() => undefined)
// The map of the first view is loaded beside what draws it.
if (useSession.getState().desk.view === FIRST_VIEW) import('./world/play-map').catch(() => undefined)
void import('./window').then(({ draw }) => draw())
