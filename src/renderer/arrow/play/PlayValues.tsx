import type { ReactElement } from 'react'
import type { ArrowDocument, ArrowId, ArrowVariable, PlayState, PlayValue } from '../../../arrow'
import { cssColor } from '../graph/cards'
import { ValueField } from '../form/logic'
import { LiveText } from '../form/controls'
import { changeInPlay, usePlay } from './state'

/** The current variables and tags of the play; each can be changed. */
export function PlayValues({ document, state }: { document: ArrowDocument; state: PlayState }): ReactElement {
  const isWatching = usePlay((s) => s.isWatching)
  const { variables, characters } = document.resources
  const listed = [...variables].flatMap(([id, variable]): (readonly [ArrowId, ArrowVariable, PlayValue])[] => {
    const value = state.variables[id] ?? variable.init
    return isWatching && value === variable.init ? [] : [[id, variable, value]]
  })
  const tagged = [...characters].flatMap(([id, { name, color, tags }]) => {
    const now = state.tags[id] ?? {}
    const keys = Object.keys(now).filter((key) => !isWatching || now[key] !== tags?.[key])
    return keys.length === 0 ? [] : [{ id, name, color, keys, now, first: tags ?? {} }]
  })
  return (
    <section className="arrow-watch">
      <header>
        <h3>Variables</h3>
        <label>
          <input type="checkbox" checked={isWatching} onChange={({ target }) => usePlay.set({ isWatching: target.checked })} /> Show changed values
          only
        </label>
      </header>
      {listed.length === 0 && <p className="quiet">None</p>}
      {listed.map(([id, { name, type, init }, value]) => (
        <div key={id} className={value === init ? '' : 'changed'}>
          <ValueField type={type} label={name} value={value} onChange={(next) => changeInPlay({ variable: id, value: next })} />
        </div>
      ))}
      {tagged.length > 0 && <h3>Tags</h3>}
      {tagged.map(({ id, name, color, keys, now, first }) => (
        <div key={id}>
          <p>
            <span className="arrow-dot" style={{ background: cssColor(color) }} /> {name}
          </p>
          {keys.map((key) => (
            <div key={key} className={now[key] === first[key] ? '' : 'changed'}>
              <LiveText label={key} value={now[key] ?? ''} onChange={(value) => changeInPlay({ character: id, key, value })} />
            </div>
          ))}
        </div>
      ))}
    </section>
  )
}
