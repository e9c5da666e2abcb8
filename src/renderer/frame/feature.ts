import type { Feature } from '../registry'
import { frameCommands } from './commands'
import { Palette, Shortcuts } from './Palette'

/** The frame's own commands and dialogs. */
export const frame: Feature = {
  id: 'frame',
  order: 13,
  dialogs: [
    { id: 'palette', body: Palette },
    { id: 'shortcuts', body: Shortcuts }
  ],
  commands: frameCommands
}
