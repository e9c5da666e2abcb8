import type { Feature } from '../registry'
import { arrange, useSession } from '../session'
import { goToContradiction, useContradictions } from '../contradictions'
import { beatMeant, canRule, makeRuling } from '../files/make-ruling'
import { texts } from '../ui/texts'
import { LogPanel, TalkButton } from './Log'
import { logTexts as t } from './texts'

const hasContradictions = (): boolean => useContradictions.get().byCommit.size > 0

/** The log of the story. */
export const scene: Feature = {
  id: 'scene',
  order: 5,
  panels: [{ id: 'log', label: t.title, body: LogPanel, order: 1, shortcut: 'l', tool: TalkButton }],
  commands: [
    {
      id: 'talk',
      group: 'View',
      label: 'Show or hide private talk',
      when: () => useSession.getState().present !== undefined,
      run: () => arrange({ talk: !useSession.getState().desk.talk })
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
