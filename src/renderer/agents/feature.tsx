import { MessagesSquare } from 'lucide-react'
import type { ReactElement } from 'react'
import type { Feature } from '../registry'
import { SeatDots } from './Dots'
import { inspectorTexts } from './inspector/texts'
import { ProblemCount } from './ProblemCount'
import { beatTexts, problemTexts, sheetTexts } from './texts'
import { own } from '../../shared/base/json'
import { inspect, useSession } from '../session'
import { type Command, run } from '../ui/commands'
import { playByHand } from '../operations'
import { count, dollars, sentTokens } from '../ui/amounts'
import { Tip, LinkButton } from '../ui/Parts'
import './spend.css'

function TakeTurn(): ReactElement | null {
  const waits = useSession((s) => s.present?.table.waiting !== undefined)
  return !waits ? null : <LinkButton label="Take the turn" onClick={() => run('hand')} />
}

/** The cost of models for this campaign so far, with its limit if any. Nothing before the first request. A click opens the settings. */
function Spend(): ReactElement | null {
  const usage = useSession((s) => s.present?.table.usage)
  const cap = useSession((s) => s.present?.table.cap)
  const plays = useSession((s) => Object.values(s.present?.table.agents ?? {}).includes('anthropic'))
  if (!usage) return null
  const tokens = sentTokens(usage) + usage.output
  if (tokens === 0 && !plays) return null
  const { cost } = usage
  const money = cost === undefined ? undefined : cap === undefined ? dollars(cost) : `${dollars(cost)} of ${dollars(cap)}`
  const words = `Models used ${count(tokens)} tokens for this campaign${money === undefined ? '; Proscenium doesn’t know their price' : `: ${money}`}`
  return (
    <Tip text={words}>
      <button
        type="button"
        className={`spend numbers ${cap !== undefined && (cost ?? 0) >= cap ? 'over' : ''}`}
        aria-label={words}
        onClick={() => run('settings')}
      >
        <span className="spend-tokens">
          {tokens < 10_000 ? `${tokens.toLocaleString('en')} tokens` : `${Math.round(tokens / 1000).toLocaleString('en')}k tokens`}
        </span>
        {money !== undefined && <span>{money}</span>}
      </button>
    </Tip>
  )
}

const get = useSession.getState
const open = (): boolean => get().present !== undefined

const agentCommands: readonly Command[] = [
  {
    id: 'hand',
    group: 'Table',
    label: 'Take the turn',
    shortcut: 'h',
    when: () => open() && get().present?.campaign.readOnly === undefined,
    run: playByHand
  },
  {
    id: 'next.actor',
    group: 'View',
    label: 'Show sheet of next character',
    when: () => own(get().snapshot?.state.actors, get().snapshot?.state.next.actor ?? '') !== undefined,
    run: () => inspect(get().snapshot?.state.next.actor ?? '')
  }
]

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
  views: [{ id: 'agents', label: inspectorTexts.title, rail: { order: 3, icon: <MessagesSquare size={18} />, shortcut: '3' } }],
  panels: [
    { id: 'sheet', label: sheetTexts.title, order: 2, shortcut: 's' },
    { id: 'beat', label: beatTexts.title, order: 4, shortcut: 't' },
    { id: 'problems', label: problemTexts.title, order: 5, shortcut: 'p', badge: ProblemCount }
  ],
  commands: agentCommands,
  slots: { 'title-end': Seats, status: TakeTurn },
  rest: () => import('./rest').then(({ rest }) => rest)
}
