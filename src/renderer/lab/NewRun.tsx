import { Plus, X } from 'lucide-react'
import { useState, type ReactElement } from 'react'
import { MAX_WATCHED } from '../../shared/lab/limits'
import type { Driver } from '../../shared/lab/plan'
import { api } from '../client'
import { problemOf } from '../problem-of'
import { useSession } from '../session'
import { counted } from '../ui/amounts'
import { Form, FormFoot, TextField } from '../ui/Field'
import { Button, IconButton, Modal } from '../ui/Parts'
import { useVocabulary } from '../ui/vocabulary'
import { nextKey, planDraft, planFaults, planOf, replaced, type Faults, type PlanDraft } from './plan-draft'
import { Condition, Parties, PlanNumbers, Revision } from './PlanFields'
import { beginRun, currentRun, useLab, whereToPlay } from './state'

/** Asks what a new run is to play, beginning with the plan of the selected run. */
export function NewRun({ onClose }: { onClose: () => void }): ReactElement {
  const kept = useLab((s) => s.draft)
  const [first] = useState(() => planDraft(currentRun()?.plan, whereToPlay()))
  const draft = kept ?? first
  const [faults, setFaults] = useState<Faults>({})
  const [refused, setRefused] = useState<string>()
  const [isBeginning, setIsBeginning] = useState(false)
  const vocabulary = useVocabulary()
  const edits = useSession((s) => s.present?.edits.length ?? 0)
  const change = (part: Partial<PlanDraft>): void => {
    useLab.set({ draft: { ...draft, ...part } })
    setFaults({})
    setRefused(undefined)
  }
  // What was typed outlives Esc and a click outside.
  const leave = (): void => {
    useLab.set({ draft: undefined })
    onClose()
  }
  const submit = async (): Promise<void> => {
    const found = planFaults(draft)
    setFaults(found)
    if (Object.keys(found).length > 0 || isBeginning) return
    setIsBeginning(true)
    try {
      const commit = await api.commitOf.query({ revision: draft.revision.trim() })
      const why = await beginRun(planOf(draft), commit)
      if (why === undefined) leave()
      else setRefused(why)
    } catch (error) {
      setFaults({ revision: problemOf(error).message })
    } finally {
      setIsBeginning(false)
    }
  }
  return (
    <Modal title="New playtest run" onClose={onClose} className="lab-new">
      <Form onSubmit={() => void submit()}>
        <TextField label="Name" placeholder="Optional" value={draft.name} maxLength={80} dir="auto" onChange={(name) => change({ name })} />
        <Revision value={draft.revision} fault={faults['revision']} onChange={(revision) => change({ revision })} />
        {edits > 0 && (
          <p className="quiet">
            {`${counted(edits, 'changed file')} that ${edits === 1 ? 'isn’t' : 'aren’t'} part of the story yet ${edits === 1 ? 'is' : 'are'} left out.`}
          </p>
        )}
        <PlanNumbers draft={draft} faults={faults} onChange={change} />
        <Condition
          label="A session ends as soon as this holds"
          value={draft.when}
          fault={faults['when']}
          hint="Optional. Such a session has reached its goal."
          vocabulary={vocabulary}
          onChange={(when) => change({ when })}
          onEnter={() => void submit()}
        />
        <Parties parties={draft.parties} faults={faults} onChange={(parties) => change({ parties })} />
        {draft.drivers.length > 0 && (
          <fieldset className="field bare">
            <legend>Facts that sessions begin with</legend>
            <ul className="lab-drivers">
              {draft.drivers.map((one) => (
                <li key={one.fact}>
                  <code>{`${one.fact} = ${driverWords(one)}`}</code>
                  <IconButton
                    label={`Leave out ${one.fact}`}
                    icon={<X size={14} />}
                    small
                    onClick={() => change({ drivers: draft.drivers.filter((other) => other !== one) })}
                  />
                </li>
              ))}
            </ul>
          </fieldset>
        )}
        <fieldset className="field bare">
          <legend>Watched values</legend>
          <p className="hint">Hit points and items are recorded anyway.</p>
          {draft.watch.map((one) => (
            <div key={one.key} className="lab-new-row">
              <TextField
                label="Name"
                fault={faults[`name-${one.key}`]}
                value={one.name}
                maxLength={60}
                dir="auto"
                onChange={(name) => change({ watch: replaced(draft.watch, { ...one, name }) })}
              />
              <Condition
                label="Expression"
                value={one.expression}
                fault={faults[`expression-${one.key}`]}
                vocabulary={vocabulary}
                onChange={(expression) => change({ watch: replaced(draft.watch, { ...one, expression }) })}
                onEnter={() => void submit()}
              />
              <IconButton
                label={`Don’t watch ${one.name || 'this value'}`}
                icon={<X size={14} />}
                small
                onClick={() => change({ watch: draft.watch.filter(({ key }) => key !== one.key) })}
              />
            </div>
          ))}
          <Button
            icon={<Plus size={13} />}
            label="Watch a value"
            small
            disabled={draft.watch.length >= MAX_WATCHED}
            onClick={() => change({ watch: [...draft.watch, { name: '', expression: '', key: nextKey() }] })}
          />
        </fieldset>
        {refused !== undefined && (
          <p className="fault" role="alert">
            {refused}
          </p>
        )}
        <FormFoot onCancel={leave} submit="Begin" disabled={isBeginning} />
      </Form>
    </Modal>
  )
}

/** The values of a driver, as on the command line. */
function driverWords({ values }: Driver): string {
  if ('list' in values) return values.list.join(', ')
  if ('script' in values) return values.script.map(({ value, when }) => `${String(value)}@${when}`).join('; ')
  return 'weighted' in values ? values.weighted.map(({ value, weight }) => `${String(value)}:${weight}`).join(', ') : `${values.from}..${values.to}`
}
