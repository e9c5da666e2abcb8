import { useId, useState, type KeyboardEvent, type ReactElement } from 'react'
import type { ArrowCharacter, ArrowId } from '../../../arrow'
import { CueList, listStep } from './CueList'
import { cueChoices } from './cue-words'
import { scriptTexts as t } from './script-texts'
import type { Cue } from './use-script'

interface CueFieldProps {
  characters: ReadonlyMap<ArrowId, ArrowCharacter>
  onSay: (cue: Cue) => void
  onClose: () => void
}

/** The field for choosing or naming another speaker. */
export function CueField({ characters, onSay, onClose }: CueFieldProps): ReactElement {
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
