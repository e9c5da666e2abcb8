import type { ReactElement } from 'react'
import { Chooser } from '../ui/Chooser'
import { commands, type Command } from '../ui/commands'
import { Keys, Modal } from '../ui/Parts'
import { frameTexts as t } from './texts'

/** Commands that contain every word of the query, best first. */
function matching(query: string): readonly Command[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const all = commands(true).filter((one) => one.id !== 'palette')
  if (!words.length) return all
  const rank = (one: Command): number => (one.label.toLowerCase().startsWith(words[0] ?? '') ? 0 : 1)
  return all.filter((one) => words.every((word) => `${one.group} ${one.label}`.toLowerCase().includes(word))).sort((a, b) => rank(a) - rank(b))
}

/** The command palette: type, arrows, Enter. */
export function Palette({ onClose }: { onClose: () => void }): ReactElement {
  return (
    <Chooser
      title="Commands"
      placeholder="Search commands"
      none="No command matches."
      find={matching}
      onChoose={(one) => void one.run()}
      onClose={onClose}
    />
  )
}

/** All shortcuts by group, from the same registry. Groups with an available command come first. */
export function Shortcuts({ onClose }: { onClose: () => void }): ReactElement {
  const keyed = (now: boolean): readonly Command[] => commands(now).filter((one) => one.shortcut)
  const all = keyed(false)
  const groups = [...new Set([...keyed(true), ...all].map((one) => one.group))]
  return (
    <Modal title={t.shortcuts} onClose={onClose}>
      <div className="shortcuts">
        {groups.map((group) => [
          <h3 key={group}>{group}</h3>,
          ...all
            .filter((one) => one.group === group)
            .map((one) => (
              <div key={one.id}>
                <span>{one.label}</span>
                <Keys shortcut={one.shortcut ?? ''} />
              </div>
            ))
        ])}
      </div>
    </Modal>
  )
}
