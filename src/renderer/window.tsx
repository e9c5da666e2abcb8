import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import * as features from './features'
import { App } from './frame/App'
import { allCommands } from './frame/commands'
import { registerFeatures } from './registry'
import { register } from './ui/commands'

/** Renders the app into the page, with all its features. */
export function draw(): void {
  registerFeatures(Object.values(features))
  register(allCommands())
  const root = document.getElementById('root')
  if (!root) return
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>
  )
}
