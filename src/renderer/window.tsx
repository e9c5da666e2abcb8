import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import * as features from './features'
import { App } from './frame/App'
import { allCommands } from './frame/commands'
import { registerFeatures } from './registry'
import { register } from './ui/commands'

/** Puts the app into the page, with everything that it can do. */
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
