import { useMemo, type ReactElement } from 'react'
import { copyItems, removeItems, renameItem } from './edits'
import type { ItemRow } from './items'
import type { RowAction } from '../ui/RowMenu'
import { changeId, edit, rename } from './lists'
import { select, useStory } from './state'
import { StoryList } from './StoryList'
import { storyTexts as t } from './texts'

const ACTIONS: readonly RowAction[] = [edit, rename, changeId, { label: t.menu.copy, keys: 'mod+d', run: copyItems }]

/** The items of the game, by name. */
export function Items({ rows }: { rows: readonly ItemRow[] }): ReactElement {
  const selected = useStory((s) => s.selected.items)
  const ids = rows.map(({ id }) => id)
  const byId = useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows])
  return (
    <StoryList
      label={t.tabs.items}
      ids={ids}
      nameOf={(id) => byId.get(id)?.name ?? id}
      selected={selected}
      height={66}
      actions={[...ACTIONS, { label: t.menu.remove, keys: 'delete', run: (chosen) => removeItems(chosen, ids) }]}
      onSelect={(chosen) => select('items', chosen)}
      onRename={(id, name) => void renameItem(id, name)}
      renderRow={(id, name) => {
        const row = byId.get(id)
        return (
          <>
            <div className="story-head">
              {name}
              <span className="quiet">{row?.kind}</span>
            </div>
            <p className="quiet clip">{row?.holders.length ? t.heldBy(row.holders.map((one) => one.name).join(', ')) : t.loose}</p>
          </>
        )
      }}
    />
  )
}
