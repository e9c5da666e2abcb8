import { useId, useState, type ChangeEvent, type KeyboardEvent, type ReactElement } from 'react'
import { type ArrowCharacter, type ArrowId, breakLine, leaveChoice, joinRows, makeChoice, type ScriptRow } from '../../../arrow'
import { CueList, listStep } from './CueList'
import { characterNamed, cueChoices, cueName, typedCue, type CueChoice } from './cue-words'
import { scriptTexts as t } from './script-texts'
import type { ScriptActions, Cue } from './use-script'

interface CueFieldProps {
  characters: ReadonlyMap<ArrowId, ArrowCharacter>
  onSay: (cue: Cue) => void
  onClose: () => void
}

/** The field for choosing or naming another speaker. */
function CueField({ characters, onSay, onClose }: CueFieldProps): ReactElement {
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const list = useId()
  const choices = cueChoices(characters, typed)
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = listStep(event.key, active, choices.length)
    const chosen = choices[active]
    if (next !== undefined) setActive(next)
    else if ((event.key === 'Enter' || event.key === 'Tab') && chosen) onSay(chosen.cue)
    else if (event.key === 'Escape') onClose()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <span className="cue-field">
      <input
        ref={(field) => field?.focus()}
        role="combobox"
        aria-label={t.chooseCue}
        aria-expanded
        aria-controls={list}
        aria-activedescendant={`${list}-${active}`}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
        onBlur={onClose}
      />
      <CueList id={list} choices={choices} active={active} onPick={({ cue }) => onSay(cue)} />
    </span>
  )
}

interface TextRowProps {
  row: ScriptRow
  characters: ReadonlyMap<ArrowId, ArrowCharacter>
  isEditable: boolean
  actions: ScriptActions
}

/** An editable row: the speaker and the text. Its keys are those of the whole script. */
export function TextRow({ row, characters, isEditable, actions }: TextRowProps): ReactElement {
  const [naming, setNaming] = useState(false)
  const speaker = row.character === undefined ? undefined : (characters.get(row.character) ?? undefined)
  const name = speaker ? cueName(speaker.name) : t.anonymous
  return (
    <>
      {row.character !== undefined && (
        <div className="cue">
          {naming ? (
            <CueField
              characters={characters}
              onClose={() => setNaming(false)}
              onSay={(cue) => {
                setNaming(false)
                actions.say(row, cue, row.text)
              }}
            />
          ) : (
            <button type="button" className="cue-name" disabled={!isEditable} aria-label={t.cue(name)} onClick={() => setNaming(true)}>
              <span className="cue-dot" style={speaker && { background: `#${speaker.color}` }} aria-hidden="true" />
              {name}
            </button>
          )}
          {row.chance && <span className="script-mark">{t.chance}</span>}
        </div>
      )}
      <TextField row={row} label={labelOf(row, name)} characters={characters} isEditable={isEditable} actions={actions} />
      {row.skipped && <span className="script-mark">{t.skipped}</span>}
    </>
  )
}

function labelOf({ kind, slot = 0, character, chance }: ScriptRow, name: string): string {
  if (kind === 'line') return t.field.line(name)
  if (kind === 'option')
    return chance ? t.field.chance(slot + 1) : character === undefined ? t.field.option(slot + 1) : t.field.spoken(name, slot + 1)
  return t.field[kind as 'heading' | 'title' | 'narration' | 'input']
}

/** Kinds of rows in which a name with a colon sets the speaker. */
const takesCue = ({ kind }: ScriptRow): boolean => kind === 'narration' || kind === 'line'

function TextField({ row, label, characters, isEditable, actions }: TextRowProps & { label: string }): ReactElement {
  const list = useId()
  const [active, setActive] = useState(0)
  const [isClosed, setClosed] = useState(false)
  const typed = takesCue(row) && !isClosed ? typedCue(row.text) : undefined
  const choices = typed && characterNamed(characters, typed.name) === undefined ? cueChoices(characters, typed.name) : []

  const onChange = ({ target: { value, selectionEnd } }: ChangeEvent<HTMLTextAreaElement>): void => {
    setActive(0)
    if (isClosed && !value.includes(':')) setClosed(false)
    const cue = takesCue(row) && !isClosed && selectionEnd === value.length ? typedCue(value) : undefined
    const known = cue && value.includes(': ') ? characterNamed(characters, cue.name) : undefined
    if (known === undefined) actions.write(row, value)
    else actions.say(row, known, cue?.said ?? '')
  }
  const pick = (choice: CueChoice | undefined, goesOn = false): void => {
    if (choice) actions.say(row, choice.cue, typed?.said ?? '', goesOn)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
    const done = choices.length > 0 ? ask(event) : write(event)
    if (!done) return
    event.preventDefault()
    event.stopPropagation()
  }
  const ask = ({ key }: KeyboardEvent): boolean => {
    const next = listStep(key, active, choices.length)
    if (next !== undefined) setActive(next)
    // A writer who has typed a whole line continues: Enter accepts the speaker and begins the next row.
    else if (key === 'Enter') pick(choices[active], typed !== undefined && typed.said !== '')
    else if (key === 'Tab') pick(choices[active])
    else if (key === 'Escape') setClosed(true)
    else return false
    return true
  }
  const write = ({ key, shiftKey, altKey, currentTarget: { selectionStart, selectionEnd, value } }: KeyboardEvent<HTMLTextAreaElement>): boolean => {
    const isCaret = selectionStart === selectionEnd
    if (key === 'Enter' && !shiftKey) actions.run(row, (at) => breakLine(at, selectionEnd))
    // In a choice without a text, Tab leaves the script: whoever goes through the window with Tab adds no choices.
    else if (key === 'Tab' && !shiftKey && row.kind === 'option' && value === '') return false
    else if (key === 'Tab') actions.run(row, shiftKey ? leaveChoice : makeChoice)
    else if (key === 'Backspace' && isCaret && selectionStart === 0) return actions.run(row, joinRows)
    else if (key === 'ArrowUp' && isCaret && (altKey || selectionStart === 0)) return actions.move(row, -1)
    else if (key === 'ArrowDown' && isCaret && (altKey || selectionEnd === value.length)) return actions.move(row, 1)
    else if (key === 'Escape') actions.leave()
    else return false
    return true
  }
  return (
    <>
      <textarea
        data-focus
        data-saved
        className="script-text"
        rows={1}
        aria-label={label}
        placeholder={t.placeholder[row.kind as keyof typeof t.placeholder]}
        readOnly={!isEditable}
        value={row.text}
        onChange={onChange}
        onKeyDown={isEditable ? onKeyDown : undefined}
        onFocus={() => actions.onFocus(row)}
        onClick={() => actions.select(row)}
        {...(choices.length > 0 ? { 'aria-autocomplete': 'list' as const, 'aria-controls': list, 'aria-activedescendant': `${list}-${active}` } : {})}
      />
      {choices.length > 0 && <CueList id={list} choices={choices} active={active} onPick={pick} />}
    </>
  )
}
