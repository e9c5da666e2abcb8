import { ChevronDown, ChevronUp, X } from 'lucide-react'
import type { ReactElement } from 'react'
import { Checkbox } from '../ui/Checkbox'
import { SearchField } from '../ui/SearchField'
import { closeSearch, goToHit, searchFor, onField } from './search'
import { useTimeline } from './state'
import { timelineTexts as t } from './texts'

/** The search for beats above the timeline: Enter moves to the next hit, Esc ends the search. */
export function SearchBar(): ReactElement | null {
  const finding = useTimeline((s) => s.finding)
  if (!finding) return null
  const { text, scope, hits, words, chosen, waiting } = finding
  const at = chosen === undefined ? -1 : hits.findIndex(({ id }) => id === chosen)
  return (
    <search className="finding">
      <SearchField
        ref={onField}
        label={t.find}
        placeholder={t.findHint}
        query={text}
        onQuery={(text) => searchFor({ text })}
        onKeyDown={(event) => {
          if (event.key === 'Escape') closeSearch()
          else if (event.key === 'Enter') goToHit(event.shiftKey ? -1 : 1)
          else return
          event.preventDefault()
          event.stopPropagation()
        }}
      />
      <Checkbox label={t.findAll} checked={scope === 'all'} onChange={(isAll) => searchFor({ scope: isAll ? 'all' : 'line' })} />
      <output className="quiet numbers">{text.trim() === '' ? '' : t.hits(at, hits.length, waiting)}</output>
      <span className="finding-words clip">{chosen === undefined ? '' : words.get(chosen)}</span>
      <button type="button" className="icon-button small" aria-label={t.findBack} disabled={hits.length === 0} onClick={() => goToHit(-1)}>
        <ChevronUp size={14} />
      </button>
      <button type="button" className="icon-button small" aria-label={t.findForth} disabled={hits.length === 0} onClick={() => goToHit(1)}>
        <ChevronDown size={14} />
      </button>
      <button type="button" className="icon-button small" aria-label={t.findClose} onClick={closeSearch}>
        <X size={14} />
      </button>
    </search>
  )
}
