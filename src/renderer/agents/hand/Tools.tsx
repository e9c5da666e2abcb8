import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactElement } from 'react'
import { own } from '../../../shared/base/json'
import type { Offer } from '../../../shared/story/game'
import { useSession } from '../../session'
import { shortcutOf } from '../../ui/commands'
import { isFocusFree } from '../../ui/keep-focus'
import { nameOf } from '../../ui/names'
import { groupsOf, idOf, keysOf, type Group } from './forms'
import { focusTools } from '../../ui/focus-tools'
import { handTexts as t } from './texts'

/** The available tools in groups. They are selected with their keys, with arrows and Enter, or with the pointer. */
export function Tools({ offers, onChoose }: { offers: readonly Offer[]; onChoose: (offer: Offer) => void }): ReactElement {
  const actors = useSession((s) => s.present?.state.actors)
  const groups = useMemo(() => groupsOf(offers), [offers])
  const keys = useMemo(() => keysOf(groups), [groups])
  const tools = groups.flatMap((group) => group.tools)
  const [at, setAt] = useState<string>()
  const box = useRef<HTMLDivElement>(null)
  const current = tools.find((one) => idOf(one) === at) ?? tools[0]
  useEffect(() => {
    // A focused control elsewhere keeps the focus.
    if (isFocusFree()) focusTools()
  }, [])
  const onKeyDown = (event: KeyboardEvent): void => {
    const shortcut = shortcutOf(event)
    const tool = tools.find((one) => own(keys, idOf(one)) === shortcut)
    const step = shortcut === 'right' || shortcut === 'down' ? 1 : shortcut === 'left' || shortcut === 'up' ? -1 : 0
    if (!tool && step === 0 && shortcut !== 'esc') return
    event.preventDefault()
    if (tool) return onChoose(tool)
    if (shortcut === 'esc' && document.activeElement instanceof HTMLElement) return document.activeElement.blur()
    const buttons = [...(box.current?.querySelectorAll('button') ?? [])]
    const from = buttons.findIndex((one) => one === document.activeElement)
    buttons[(from + step + buttons.length) % buttons.length]?.focus()
  }
  if (!current) return <p className="quiet">No action is available now. Press Hand back to let the table continue.</p>
  return (
    <>
      <div ref={box} className="tools scrolls" role="toolbar" tabIndex={-1} aria-label="Available actions" onKeyDown={onKeyDown}>
        {groups.map((group) => (
          <fieldset key={`${group.kind} ${group.as ?? ''}`} className="tool-group">
            <legend className="tool-title">{titleOf(group, actors)}</legend>
            <div className="tool-row">
              {group.tools.map((one) => (
                <button
                  key={idOf(one)}
                  type="button"
                  className="tool"
                  title={one.description}
                  tabIndex={one === current ? 0 : -1}
                  aria-keyshortcuts={own(keys, idOf(one))}
                  onFocus={() => setAt(idOf(one))}
                  onClick={() => onChoose(one)}
                >
                  {own(keys, idOf(one)) && <kbd aria-hidden="true">{own(keys, idOf(one))}</kbd>}
                  {one.name.replaceAll('_', ' ')}
                </button>
              ))}
            </div>
          </fieldset>
        ))}
      </div>
      <p className="tool-about quiet">{at === undefined ? 'Select an action with the arrow keys or the pointer.' : current.description}</p>
    </>
  )
}

function titleOf({ kind, as }: Group, actors: Parameters<typeof nameOf>[0]): string {
  return kind === 'through' ? `As ${nameOf(actors, as ?? '')}` : t.groups[kind]
}
