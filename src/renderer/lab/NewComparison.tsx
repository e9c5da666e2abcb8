import { useState, type ReactElement } from 'react'
import { ChooserField } from '../fields/ChooserField'
import { useNames } from '../fields/names'
import { Form, FormFoot, TextField } from '../ui/Field'
import { Modal } from '../ui/Parts'
import { useVocabulary } from '../ui/vocabulary'
import { beginComparison, useComparison } from './comparing'
import {
  comparisonFaults,
  NOTHING,
  SIDES,
  versusOf,
  watchChoices,
  widthUnit,
  type ComparisonDraft,
  type SideDraft,
  type SideName
} from './comparison-draft'
import { faultsAmong, type Faults } from './plan-draft'
import { Condition, Parties, PlanNumbers, Revision } from './PlanFields'
import { commitNamed } from './state'

/** Asks which two sides to play on the same seeds. */
export function NewComparison({ onClose }: { onClose: () => void }): ReactElement | null {
  const draft = useComparison((s) => s.draft)
  return draft ? <Asking draft={draft} onClose={onClose} /> : null
}

function Asking({ draft, onClose }: { draft: ComparisonDraft; onClose: () => void }): ReactElement {
  const [faults, setFaults] = useState<Faults>({})
  const [isBeginning, setIsBeginning] = useState(false)
  const vocabulary = useVocabulary()
  const names = useNames()
  // What was typed outlives Esc and a click outside.
  const change = (part: Partial<ComparisonDraft>): void => {
    useComparison.set({ draft: { ...draft, ...part } })
    setFaults({})
  }
  const cancel = (): void => {
    onClose()
    useComparison.set({ draft: undefined })
  }
  const submit = async (): Promise<void> => {
    const found = comparisonFaults(draft)
    setFaults(found)
    if (Object.keys(found).length > 0 || isBeginning) return
    setIsBeginning(true)
    const asked = await Promise.all(SIDES.map((side) => commitNamed(draft[side].revision)))
    setIsBeginning(false)
    const [a = '', b = ''] = asked.map(({ commit }) => commit)
    const unknown = faultsAmong({ 'revision-a': asked[0]?.fault, 'revision-b': asked[1]?.fault })
    const left = Object.keys(unknown).length > 0 ? unknown : comparisonFaults(draft, { a, b })
    setFaults(left)
    if (Object.keys(left).length > 0) return
    onClose()
    beginComparison(versusOf(draft, { a, b }))
  }
  const choices = watchChoices(names)
  const find = (query: string): typeof choices => {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean)
    return choices.filter(({ group = '', label }) => words.every((word) => `${group} ${label}`.toLowerCase().includes(word)))
  }
  const { watched = NOTHING } = draft
  return (
    <Modal title="Compare two sides" onClose={onClose} className="lab-new lab-versus">
      <Form onSubmit={() => void submit()}>
        <p className="quiet">Both play the same seeds, so that their sessions differ only where they do.</p>
        <div className="lab-sides">
          {SIDES.map((side) => (
            <Side key={side} name={side} side={draft[side]} faults={faults} onChange={(one) => change({ [side]: one })} />
          ))}
        </div>
        <PlanNumbers draft={draft} faults={faults} sessions="Sessions each" onChange={change} />
        <div className="lab-stop-row">
          <ChooserField
            isReading
            label="Stop as soon as this difference is known"
            words={watched.group === undefined ? watched.label : `${watched.group}: ${watched.label}`}
            title="Watch a measure"
            none="No measure matches."
            find={find}
            onChoose={(id) => change({ watched: choices.find((one) => one.id === id && one.watch) })}
          />
          {watched.watch && (
            <TextField
              label="Interval at most"
              hint={widthUnit(watched.watch)}
              fault={faults['width']}
              value={draft.width}
              inputMode="decimal"
              maxLength={12}
              onChange={(width) => change({ width })}
            />
          )}
        </div>
        <Condition
          label="A session ends as soon as this holds"
          value={draft.when}
          fault={faults['when']}
          hint="Optional."
          vocabulary={vocabulary}
          onChange={(when) => change({ when })}
          onEnter={() => void submit()}
        />
        <FormFoot onCancel={cancel} submit="Compare" disabled={isBeginning} />
      </Form>
    </Modal>
  )
}

interface SideProps {
  name: SideName
  side: SideDraft
  faults: Faults
  onChange: (side: SideDraft) => void
}

function Side({ name, side, faults, onChange }: SideProps): ReactElement {
  const letter = name.toUpperCase()
  return (
    <fieldset className="field bare lab-side" aria-label={`Side ${letter}`}>
      <legend>{letter}</legend>
      <Revision value={side.revision} fault={faults[`revision-${name}`]} onChange={(revision) => onChange({ ...side, revision })} />
      <Parties parties={side.parties} faults={faults} onChange={(parties) => onChange({ ...side, parties })} />
    </fieldset>
  )
}
