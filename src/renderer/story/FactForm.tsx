import type { ReactElement } from 'react'
import { own } from '../../shared/base/json'
import { flagOf } from '../fields/field-values'
import { DraftField } from '../fields/DraftField'
import { useSession } from '../session'
import { Button, Scroll } from '../ui/Parts'
import { Places } from './Places'
import type { FactRow } from './rows'
import { focusStory } from './state'
import { storyTexts as t } from './texts'

const nowOf = (id: string): string | number | boolean | null => own(useSession.getState().present?.state.facts ?? {}, id) ?? null

const titleNow = (id: string): string | undefined => own(useSession.getState().present?.lore.facts ?? {}, id)

/** The title and the value of a fact, and the places that set and need it. */
export function FactForm({ row }: { row: FactRow }): ReactElement {
  return (
    <Scroll className="panel edit story-form" label={row.title} onEscape={focusStory}>
      <header className="edit-head">
        <h2 dir="auto">{row.title}</h2>
      </header>
      <p className="story-links">
        <code>{row.id}</code>
        <Button label={t.changeId} small aria-haspopup="dialog" onClick={() => useSession.setState({ dialog: 'story-id' })} />
      </p>
      <div className="edit-form">
        <DraftField
          key={`${row.id} title`}
          field={`fact:${row.id}/title`}
          label={t.factTitle}
          hint={t.factTitleHint}
          now={row.title === row.id ? '' : row.title}
          most={200}
          edits={(typed) => {
            const title = typed.trim() || null
            return title === (titleNow(row.id) ?? null) ? [] : [{ op: 'put-fact', id: row.id, title }]
          }}
        />
        <DraftField
          key={row.id}
          field={`fact:${row.id}/value`}
          label={t.value}
          hint={t.valueHint}
          now={row.value}
          most={2000}
          mono
          edits={(typed) => {
            const value = flagOf(typed.trim())
            if (value === '') return t.valueBad
            return value === nowOf(row.id) ? [] : [{ op: 'put-fact', id: row.id, value, was: nowOf(row.id) }]
          }}
        />
      </div>
      <Places title={t.setBy} places={row.sets} none={t.unset} />
      <Places title={t.neededBy} places={row.needs} none={t.idle} />
    </Scroll>
  )
}
