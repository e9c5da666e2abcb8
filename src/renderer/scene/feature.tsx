import type { Feature } from '../registry'
import { arrange, useSession } from '../session'
import { LogPanel, TalkButton } from './LogPanel'
import { logTexts as t } from './texts'

/** The log of the story. */
export const scene: Feature = {
  id: 'scene',
  order: 5,
  panels: [{ id: 'log', label: t.title, body: LogPanel, order: 1, shortcut: 'l', tool: TalkButton }],
  commands: [
    {
      id: 'talk',
      group: 'View',
      label: t.talkToggle,
      when: () => useSession.getState().present !== undefined,
      run: () => arrange({ talk: !useSession.getState().desk.talk })
    }
  ]
}
