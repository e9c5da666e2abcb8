import { start } from './following'
import { followTheme } from './ui/theme'
import './ui/base.css'

followTheme()
// What is open is asked for first: it is on its way while everything that draws it is loaded.
start()
void import('./window').then(({ draw }) => draw())
