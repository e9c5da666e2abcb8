import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App'
import { allCommands } from './commands'
import { register } from './ui/commands'

/** Puts the app into the page, with everything that it can do. */
export function draw(): void {
  register(allCommands)
  const root = document.getElementById('root')
  if (!root) return
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>
  )
}
