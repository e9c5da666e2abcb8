import type { Feature } from '../registry'
import { arrange, showPanel, useSession } from '../session'
import { useWriters } from '../writers'
import { goToContradiction, useContradictions } from '../contradictions'
import { beatMeant, canRule, makeRuling } from '../files/make-ruling'
import { texts } from '../ui/texts'
import { LogPanel, LogTools } from './Log'
import { logTexts as t } from './texts'

const hasContradictions = (): boolean => useContradictions.get().byCommit.size > 0

/** The log of the story. */
export const scene: Feature = {
  id: 'scene',
  order: 5,
  panels: [{ id: 'log', label: t.title, body: LogPanel, order: 1, shortcut: 'l', tool: LogTools }],
  commands: [
    {
      id: 'talk',
      group: 'View',
      label: 'Show or hide private talk',
      when: () => useSession.getState().present !== undefined,
      run: () => arrange({ talk: !useSession.getState().desk.talk })
    },
    {
      id: 'log.writers',
      group: 'View',
      label: 'Show or hide who wrote the lines of the log',
      shortcut: 'u',
      when: () => useSession.getState().present !== undefined,
      run: () => {
        const filter = useWriters.get().filter === 'off' ? 'shown' : 'off'
        useWriters.set({ filter })
        if (filter === 'shown') showPanel('log')
      }
    },
    {
      id: 'ruling',
      group: 'Table',
      label: `${texts.rulings.make}…`,
      shortcut: 'r',
      when: () => canRule(useSession.getState()),
      run: () => {
        const beat = beatMeant()
        return beat === undefined ? undefined : makeRuling(beat)
      }
    },
    { id: 'next-contradiction', group: 'Time', label: 'Go to the next contradiction', when: hasContradictions, run: () => goToContradiction(1) },
    {
      id: 'previous-contradiction',
      group: 'Time',
      label: 'Go to the previous contradiction',
      when: hasContradictions,
      run: () => goToContradiction(-1)
    }
  ]
}
