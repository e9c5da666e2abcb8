import { flushSync } from 'react-dom'
import { own } from '../../shared/base/json'
import { arrange, inspect, useSession } from '../session'
import type { Command } from '../ui/commands'
import { playByHand } from '../operations'
import { find } from './inspector/focus-search'
import { inspectorTexts } from './inspector/texts'
const get = useSession.getState
const open = (): boolean => get().present !== undefined

/** Focuses the search of turns. Its view is rendered synchronously, so that no key is lost. */
function findTurns(): void {
  flushSync(() => arrange({ view: 'agents' }))
  find()
}

/** The commands of the seats. */
export const agentCommands: readonly Command[] = [
  {
    id: 'hand',
    group: 'Table',
    label: 'Take the turn',
    shortcut: 'h',
    when: () => open() && get().present?.campaign.readOnly === undefined,
    run: playByHand
  },
  { id: 'turns.find', group: 'View', label: inspectorTexts.search, shortcut: '/', when: open, run: findTurns },
  {
    id: 'next.actor',
    group: 'View',
    label: 'Show sheet of next character',
    when: () => own(get().snapshot?.state.actors, get().snapshot?.state.next.actor ?? '') !== undefined,
    run: () => inspect(get().snapshot?.state.next.actor ?? '')
  }
]
