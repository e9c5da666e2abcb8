import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import * as features from './features'
import { App } from './frame/App'
import { allCommands } from './frame/commands'
import { noteFaults } from './faults'
import { registerFeatures } from './registry'
import { useSession } from './session'
import { register } from './ui/commands'

/** Shows the dialog that the desktop's menu asks for in the page's address. */
function showReport(): void {
  if (location.hash !== '#report') return
  history.replaceState(history.state, '', location.pathname + location.search)
  useSession.setState({ dialog: 'report' })
}

/** Renders the app into the page, with all its features. */
export function draw(): void {
  registerFeatures(Object.values(features))
  register(allCommands())
  noteFaults()
  addEventListener('hashchange', showReport)
  showReport()
  const root = document.getElementById('root')
  if (!root) return
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>
  )
}
