import { MessagesSquare } from 'lucide-react'
import type { ReactElement } from 'react'
import type { Feature } from '../registry'
import { BeatPanel } from './BeatPanel'
import { agentCommands } from './commands'
import { SeatDots } from './Dots'
import { Hand } from './hand/Hand'
import { TakeTurn } from './hand/TakeTurn'
import { Inspector } from './inspector/Inspector'
import { leavePair } from './inspector/state'
import { inspectorTexts } from './inspector/texts'
import { ProblemCount, Problems } from './Problems'
import { Sheet } from './Sheet'
import { Spend } from './Spend'
import { beatTexts, problemTexts, sheetTexts } from './texts'

/** The usage of models, and the seats. */
const Seats = (): ReactElement => (
  <>
    <Spend />
    <SeatDots />
  </>
)

/** The seats of the table: sheets, turns and problems, and turns under manual control. */
export const agents: Feature = {
  id: 'agents',
  order: 6,
  views: [
    {
      id: 'agents',
      label: inspectorTexts.title,
      body: Inspector,
      rail: { order: 3, icon: <MessagesSquare size={18} />, shortcut: '3' }
    }
  ],
  panels: [
    { id: 'sheet', label: sheetTexts.title, body: Sheet, order: 2, shortcut: 's' },
    { id: 'beat', label: beatTexts.title, body: BeatPanel, order: 4, shortcut: 't' },
    { id: 'problems', label: problemTexts.title, body: Problems, order: 5, shortcut: 'p', badge: ProblemCount }
  ],
  commands: agentCommands,
  slots: { 'title-end': Seats, 'log-foot': Hand, status: TakeTurn },
  listeners: [leavePair]
}
