import type { ReactElement } from 'react'
import { useSession } from '../session'
import { Chooser } from './Chooser'
import { commands, type Command } from './commands'
import { Keys, Modal } from './Parts'
import { texts } from './texts'

const close = (): void => useSession.setState({ dialog: undefined })

/** Commands whose words hold every word of the query, best first. */
function found(query: string): readonly Command[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const all = commands(true).filter((one) => one.id !== 'palette')
  if (!words.length) return all
  const rank = (one: Command): number => (one.label.toLowerCase().startsWith(words[0] ?? '') ? 0 : 1)
  return all.filter((one) => words.every((word) => `${one.group} ${one.label}`.toLowerCase().includes(word))).sort((a, b) => rank(a) - rank(b))
}

/** The command palette: type, arrows, Enter. */
export function Palette(): ReactElement {
  return (
    <Chooser
      title={texts.palette.title}
      placeholder={texts.palette.placeholder}
      none={texts.palette.none}
      find={found}
      onChoose={(one) => void one.run()}
      onClose={close}
    />
  )
}

/** All shortcuts, by group, from the same registry. */
export function Shortcuts(): ReactElement {
  const keyed = commands().filter((one) => one.shortcut)
  const groups = [...new Set(keyed.map((one) => one.group))]
  return (
    <Modal title={texts.shortcuts.title} onClose={close}>
      <div className="shortcuts">
        {groups.map((group) => [
          <h3 key={group}>{group}</h3>,
          ...keyed
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
