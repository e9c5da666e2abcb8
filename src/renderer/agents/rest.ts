import { flushSync } from 'react-dom'
import type { FeatureRest } from '../registry'
import { arrange, useSession } from '../session'
import { BeatPanel } from './BeatPanel'
import { Hand } from './hand/Hand'
import { Inspector } from './inspector/Inspector'
import { find, leavePair } from './inspector/state'
import { inspectorTexts } from './inspector/texts'
import { Problems } from './Problems'
import { CharacterSheet } from './Sheet'

/** Focuses the search of turns. Its view is rendered synchronously, so that no key is lost. */
function findTurns(): void {
  flushSync(() => arrange({ view: 'agents' }))
  find()
}

/** The turns, the sheets, the beats, the problems, and turns under manual control. */
export const rest: FeatureRest = {
  bodies: { agents: Inspector, sheet: CharacterSheet, beat: BeatPanel, problems: Problems },
  commands: [
    {
      id: 'turns.find',
      group: 'View',
      label: inspectorTexts.search,
      shortcut: '/',
      when: () => useSession.getState().present !== undefined,
      run: findTurns
    }
  ],
  slots: { 'log-foot': Hand },
  listeners: [leavePair]
}
