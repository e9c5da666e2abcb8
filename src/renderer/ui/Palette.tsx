/* oxlint-disable jsx-a11y/prefer-tag-over-role -- no tag is a combobox that keeps the focus while its list moves */
import { Dialog } from '@base-ui/react/dialog'
import { useId, useMemo, useRef, useState, type KeyboardEvent, type ReactElement } from 'react'
import { useSession } from '../session'
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
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const list = useMemo(() => found(query), [query])
  const id = useId()
  const ul = useRef<HTMLDivElement>(null)
  const chosen = Math.min(at, list.length - 1)

  const choose = (one: Command | undefined): void => {
    if (!one) return
    close()
    void one.run()
  }
  const move = (to: number): void => {
    const next = list.length ? (to + list.length) % list.length : 0
    setAt(next)
    ul.current?.children[next]?.scrollIntoView({ block: 'nearest' })
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') move(chosen + 1)
    else if (event.key === 'ArrowUp') move(chosen - 1)
    else if (event.key === 'Enter') choose(list[chosen])
    else return
    event.preventDefault()
  }

  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="veil" />
        <Dialog.Popup className="dialog palette" aria-label={texts.palette.title}>
          <input
            role="combobox"
            aria-expanded="true"
            aria-controls={id}
            aria-activedescendant={list[chosen] ? `${id}-${chosen}` : undefined}
            aria-label={texts.palette.title}
            placeholder={texts.palette.placeholder}
            value={query}
            onChange={(event) => {
              setQuery(event.target.value)
              setAt(0)
            }}
            onKeyDown={onKey}
          />
          {list.length ? (
            <div id={id} ref={ul} role="listbox" aria-label={texts.palette.title} className="scrolls">
              {list.map((one, i) => (
                <div
                  key={one.id}
                  id={`${id}-${i}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={i === chosen}
                  onPointerMove={() => setAt(i)}
                  onClick={() => choose(one)}
                  onKeyDown={onKey}
                >
                  <span>
                    <span className="group">{one.group}</span>
                    {one.label}
                  </span>
                  {one.shortcut && <Keys shortcut={one.shortcut} />}
                </div>
              ))}
            </div>
          ) : (
            <p className="none" id={id}>
              {texts.palette.none}
            </p>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
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
