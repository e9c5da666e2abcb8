import type { ReactElement } from 'react'

/** The most entries that one list suggests. */
const MAX_SUGGESTIONS = 300

/** Suggestions for text fields: each list by the id that a field names in its `list` attribute. Repeated entries appear once. */
export function Suggestions({ lists }: { lists: Readonly<Record<string, readonly string[]>> }): ReactElement {
  return (
    <>
      {Object.entries(lists).map(([id, entries]) => (
        <datalist key={id} id={id}>
          {[...new Set(entries)].slice(0, MAX_SUGGESTIONS).map((entry) => (
            <option key={entry}>{entry}</option>
          ))}
        </datalist>
      ))}
    </>
  )
}
