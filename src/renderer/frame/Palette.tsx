import { useEffect, useMemo, type ReactElement } from 'react'
import { openAt } from '../files/open-at'
import { completeFeatures, isComplete, useFeatures } from '../registry'
import { inspect, loreAtCursor, openForm, showProblem, useSession } from '../session'
import { Chooser, type Choosable } from '../ui/Chooser'
import { commands, type Command } from '../ui/commands'
import { Keys, Modal } from '../ui/Parts'
import { frameTexts as t } from './texts'
import { type Thing, thingsIn } from './things'

/** Commands that contain every word of the query, best first. */
function matching(query: string): readonly Command[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const all = commands(true).filter((one) => one.id !== 'palette')
  if (!words.length) return all
  const rank = (one: Command): number => (one.label.toLowerCase().startsWith(words[0] ?? '') ? 0 : 1)
  return all.filter((one) => words.every((word) => `${one.group} ${one.label}`.toLowerCase().includes(word))).sort((a, b) => rank(a) - rank(b))
}

/** An entry of the palette: a command, or a thing of the world to open. */
type Entry = Choosable & Pick<Command, 'run'>

/** The commands, and after them the things of the world, that contain every word of the query. */
function entriesFor(query: string): readonly Entry[] {
  const { snapshot } = useSession.getState()
  const things = snapshot ? thingsIn(snapshot.state, loreAtCursor(useSession.getState())?.story ?? [], query) : []
  return [
    ...matching(query),
    ...things.map((one): Entry => ({ id: `${one.noun} ${one.id}`, group: one.noun, label: one.label, run: () => open(one) }))
  ]
}

function open(one: Thing): void {
  if (one.what === 'character') inspect(one.id)
  else if (one.what === 'place') openForm({ what: 'place', id: one.id })
  else openAt(one.path)
}

/** The palette of commands and things: type, arrows, Enter. */
export function Palette({ onClose }: { onClose: () => void }): ReactElement {
  const features = useFeatures()
  const isWaiting = !isComplete()
  useEffect(() => {
    if (isWaiting) completeFeatures().catch(showProblem)
  }, [isWaiting])
  // A new function searches the new list.
  const find = useMemo(() => features && ((query: string) => entriesFor(query)), [features])
  return (
    <Chooser
      title="Commands"
      placeholder="Search commands, characters, places, events and facts"
      none="Nothing matches."
      find={find}
      isWaiting={isWaiting}
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
