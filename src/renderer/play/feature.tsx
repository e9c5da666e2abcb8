import { Theater } from 'lucide-react'
import type { Feature } from '../registry'
import { tableCommands } from './commands'
import { PlayView } from './PlayView'
import { Transport } from './Transport'

/** Watching the table play, and playing it. */
export const play: Feature = {
  id: 'play',
  order: 1,
  views: [
    {
      id: 'play',
      label: 'Play',
      body: PlayView,
      rail: { order: 1, icon: <Theater size={18} />, shortcut: '1' },
      beside: { view: [44, 24], side: [56, 28] }
    }
  ],
  commands: tableCommands,
  slots: { transport: Transport }
}
