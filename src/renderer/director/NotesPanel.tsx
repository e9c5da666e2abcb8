import { useMemo, useState, type ReactElement } from 'react'
import type { NoteOnBeat } from '../../shared/story/director-notes'
import { continueFrom } from '../branch-operations'
import { markNote, removeNote, useDirectorNotes, writeNoteOn } from '../director-notes'
import { canRule, makeRuling } from '../files/make-ruling'
import { goTo, useSession } from '../session'
import { Checkbox, SearchField } from '../ui/Field'
import { Pages } from '../ui/Pages'
import { Blank, Button, LinkButton, Scroll } from '../ui/Parts'
import { Pick } from '../ui/Pick'
import { texts } from '../ui/texts'
import { directorTexts as t } from './texts'
import './director.css'

type Filter = keyof typeof t.filters
const FILTERS = Object.keys(t.filters) as Filter[]

/** The notes that a search and a filter show. */
function shownNotes(notes: readonly NoteOnBeat[], query: string, filter: Filter): readonly NoteOnBeat[] {
  const wanted = query.trim().toLowerCase()
  return notes.filter(
    ({ text, quote = '', by = '', subject, done }) =>
      (filter === 'all' || (filter === 'done') === (done === true)) && [text, quote, by, subject].some((one) => one.toLowerCase().includes(wanted))
  )
}

/** Every director's note, searched and filtered, in the order of the beats. */
export function NotesPanel(): ReactElement {
  const notes = useDirectorNotes((s) => s.notes)
  const problems = useDirectorNotes((s) => s.problems)
  const [query, setQuery] = useState('')
  const [filter, setFilter] = useState<Filter>('open')
  const shown = useMemo(() => shownNotes(notes ?? [], query, filter), [notes, query, filter])
  return (
    <Scroll className="panel director" label={t.heading}>
      {problems.map((problem) => (
        <p key={problem} className="fault" role="alert">
          {problem}
        </p>
      ))}
      {notes === undefined ? (
        <p className="quiet">{texts.loading}</p>
      ) : notes.length === 0 ? (
        <Blank title={t.empty}>{t.emptyHint}</Blank>
      ) : (
        <>
          <div className="director-find">
            <SearchField label={t.search} query={query} onQuery={setQuery} />
            <Pick label={t.show} items={FILTERS.map((value) => ({ value, label: t.filters[value] }))} value={filter} onPick={setFilter} />
            <output className="quiet numbers">{t.count(shown.length, notes.length)}</output>
          </div>
          {shown.length === 0 ? (
            <p className="quiet">{t.none}</p>
          ) : (
            <Pages items={shown} className="director-notes" renderRow={(note) => <Note note={note} />} />
          )}
        </>
      )}
    </Scroll>
  )
}

function Note({ note }: { note: NoteOnBeat }): ReactElement {
  const { commit, n, quote, text, by, done } = note
  const branch = useSession((s) => s.beats.trackOf.get(commit)?.branch)
  const isHere = useSession((s) => s.line[indexOf(s.line, commit, n)] !== undefined)
  const isAble = useSession(canRule)
  const isLost = n < 0
  return (
    <article className={done ? 'director-note done' : 'director-note'}>
      <p className="panel-over numbers">
        {isLost ? t.lost : branch === undefined ? t.beat(n) : <LinkButton label={t.beat(n)} onClick={() => goTo(commit)} />}
        {!isHere && branch !== undefined && ` ${t.onBranch(branch)}`}
        {by !== undefined && ` · ${by}`}
      </p>
      {!isLost && branch === undefined && (
        <p className="quiet">
          {t.unreached}{' '}
          <LinkButton
            label={t.bringBack}
            onClick={() => void continueFrom(commit, { name: undefined, newDice: false, editsTo: undefined }, 'branch')}
          />
        </p>
      )}
      {quote !== undefined && (
        <blockquote className="director-quote" dir="auto">
          {quote}
        </blockquote>
      )}
      <p className="director-text" dir="auto">
        {text}
      </p>
      <div className="director-tools">
        <Checkbox label={t.done} checked={done === true} onChange={() => void markNote(note)} />
        <Button label={t.edit} small onClick={() => writeNoteOn({ ...note, note })} />
        {!isLost && isHere && <Button label={t.rule} small disabled={!isAble} onClick={() => void makeRuling(commit)} />}
        <Button label={t.remove} small onClick={() => void removeNote(note)} />
      </div>
    </article>
  )
}

/** The index of a beat on a line whose numbers grow. */
const indexOf = (line: readonly { id: string; n: number }[], commit: string, n: number): number => {
  let [low, high] = [0, line.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((line[middle]?.n ?? 0) < n) low = middle + 1
    else high = middle
  }
  return line[low]?.id === commit ? low : -1
}
