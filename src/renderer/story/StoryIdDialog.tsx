import type { ReactElement } from 'react'
import { IdDialog } from '../fields/IdDialog'
import { currentRow, select, useStory } from './state'

const KINDS = { events: 'event', facts: 'fact', items: 'item', tables: 'table' } as const

/** Asks for another id of the current row. */
export function StoryIdDialog({ onClose }: { onClose: () => void }): ReactElement {
  const tab = useStory((s) => s.tab)
  return <IdDialog kind={KINDS[tab]} now={currentRow() ?? ''} onChanged={(id) => select(tab, [id])} onClose={onClose} />
}
