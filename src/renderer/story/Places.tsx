import type { ReactElement } from 'react'
import type { FilePlace } from '../../shared/contract/language-calls'
import { openAt } from '../files/open-at'
import { loreAtCursor, useSession } from '../session'
import { Button } from '../ui/Parts'
import { subjectOf } from '../../shared/story/why-not'
import { selectNew } from './state'

/** Places in files, each a button that opens it. A story event opens on the board. */
export function Places({ title, places, none }: { title: string; places: readonly FilePlace[]; none: string }): ReactElement {
  const state = useSession((s) => s.snapshot?.state)
  const lore = useSession(loreAtCursor)
  return (
    <section className="story-places" aria-label={title}>
      <h3>{title}</h3>
      {places.length === 0 && <p className="quiet">{none}</p>}
      <ul>
        {places.map((place) => (
          <li key={`${place.path} ${place.line} ${place.column}`}>
            <Button
              label={state && lore ? subjectOf(place.path, { state, lore }) : place.path}
              small
              onClick={() => {
                const event = /^world\/story\/([^/]+)\/ABOUT\.md$/.exec(place.path)?.[1]
                if (event === undefined) openAt(place.path, place.line, place.column)
                else selectNew('events', [event])
              }}
            />
            <code className="clip quiet">{place.text.trim()}</code>
          </li>
        ))}
      </ul>
    </section>
  )
}
