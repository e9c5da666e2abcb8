import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App'
import { allCommands } from './commands'
import { start } from './following'
import { register } from './ui/commands'
import { followTheme } from './ui/theme'
import './ui/base.css'

register(allCommands)
followTheme()
start()
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>
  )
}
