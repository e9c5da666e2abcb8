import { Dices, Play, Square } from 'lucide-react'
import { useId, type ReactElement } from 'react'
import type { ParamDef } from '../../../shared/story/game'
import type { Params, ParamValue } from '../../../shared/story/play'
import type { Tryable, TryActor } from '../../../shared/contract/try-calls'
import { MAX_TRIES } from '../../../shared/contract/try-limits'
import { Form, SelectField, TextField } from '../../ui/Field'
import { ProblemPlace } from './ProblemPlace'
import { commitOf, fitting, showRun, stopTrying, tryMany, useTry } from './state'
import { counted } from '../../ui/amounts'
import { Button } from '../../ui/Parts'

/** The settings of a try: the action, the actor, its parameters, the state, the dice. */
export function TryForm({ found }: { found: Tryable }): ReactElement {
  const action = useTry((s) => s.action)
  const beat = useTry((s) => s.beat)
  const progress = useTry((s) => s.progress)
  const runs = useTry((s) => s.runs)
  const seed = useTry((s) => s.seed)
  const actor = useTry((s) => found.actors.find(({ id }) => id === s.actor))
  const isReady = actor?.params !== undefined
  return (
    <Form
      className="try-form"
      aria-label="Try it"
      onSubmit={() => {
        if (isReady) tryMany()
      }}
    >
      {found.broken.length > 0 && (
        <div className="try-broken" aria-live="polite">
          <p>The trial uses the rules of the last beat, because a changed file doesn’t load:</p>
          {found.broken.map((one) => (
            <ProblemPlace key={one.message} problem={one} />
          ))}
        </div>
      )}
      <div className="try-fields">
        <SelectField
          label="Action"
          value={action ?? ''}
          options={[
            ...(action === undefined ? [{ value: '', label: 'Choose an action' }] : []),
            ...found.actions.map((one) => ({ value: one.action, label: one.action }))
          ]}
          onChange={(next) => useTry.set({ action: next || undefined, params: {} })}
        />
        {action !== undefined && <ActorField found={found} />}
        <TextField
          label="At beat"
          className="try-short"
          inputMode="numeric"
          placeholder="now"
          value={beat}
          fault={commitOf(beat) === undefined ? 'This branch has no such beat.' : undefined}
          onChange={(next) => useTry.set({ beat: next })}
        />
        {actor?.params?.map((def) => (
          <ParamInput key={def.name} def={def} />
        ))}
      </div>
      {actor && <Standing actor={actor} />}
      <div className="try-run">
        {progress === undefined ? (
          <Button icon={<Play size={13} />} label={`Try ${counted(runs, 'time')}`} submit main disabled={!isReady} />
        ) : (
          <Button icon={<Square size={13} />} label="Stop" onClick={stopTrying} />
        )}
        <Button icon={<Dices size={13} />} label="One run" disabled={!isReady} onClick={() => void showRun(0)} />
        <TextField
          label="Runs"
          className="try-short"
          inputMode="numeric"
          value={String(runs)}
          onChange={(next) => {
            const wanted = Number(next.replaceAll(/\D/g, ''))
            useTry.set({ runs: Math.max(1, Math.min(MAX_TRIES, wanted)) })
          }}
        />
        <TextField label="Seed" className="try-short" value={seed} maxLength={200} onChange={(next) => useTry.set({ seed: next })} />
      </div>
    </Form>
  )
}

function ActorField({ found }: { found: Tryable }): ReactElement {
  const actor = useTry((s) => s.actor)
  const mark = ({ params, reason }: TryActor): string => (params ? (reason === undefined ? 'can' : 'only here') : "can't")
  const options = found.actors.map((one) => ({ value: one.id, label: `${one.name} — ${mark(one)}` }))
  const known = found.actors.some(({ id }) => id === actor)
  return (
    <SelectField
      label="Who takes it"
      value={known ? (actor ?? '') : ''}
      hint={found.more > 0 ? `${counted(found.more, 'other')} not listed` : undefined}
      options={[...(known ? [] : [{ value: '', label: 'Choose a character' }]), ...options]}
      onChange={(next) =>
        useTry.set({ actor: next || undefined, params: fitting(found.actors.find(({ id }) => id === next)?.params ?? [], useTry.get().params) })
      }
    />
  )
}

function Standing({ actor: { name, reason, params, problem } }: { actor: TryActor }): ReactElement {
  if (problem)
    return (
      <div aria-live="polite" className="try-standing bad">
        <ProblemPlace problem={problem} />
      </div>
    )
  return (
    <p aria-live="polite" className={`try-standing ${params ? 'good' : 'bad'}`}>
      {params ? (reason === undefined ? `${name} can do it now.` : `The rule allows it here, but the table doesn't offer it: ${reason}`) : reason}
    </p>
  )
}

function ParamInput({ def }: { def: ParamDef }): ReactElement {
  const id = useId()
  const params = useTry((s) => s.params)
  const put = (value: ParamValue | undefined): void => {
    const { [def.name]: _, ...others } = params
    const next: Params = value === undefined ? others : { ...others, [def.name]: value }
    useTry.set({ params: next })
  }
  const now = params[def.name]
  const label = def.required ? def.name : `${def.name} (optional)`
  const labelled = (value: string): string => def.labels?.[value] ?? value
  if (def.enum && def.many)
    return (
      <fieldset className="field try-many">
        <legend>{label}</legend>
        {def.enum.map((value) => (
          <label key={value} htmlFor={`${id}-${value}`}>
            <input
              id={`${id}-${value}`}
              type="checkbox"
              checked={Array.isArray(now) && now.includes(value)}
              onChange={({ target }) => {
                const chosen = Array.isArray(now) ? now.filter((one) => one !== value) : []
                put(target.checked ? [...chosen, value] : chosen)
              }}
            />
            {labelled(value)}
          </label>
        ))}
      </fieldset>
    )
  if (def.enum)
    return (
      <SelectField
        label={label}
        value={typeof now === 'string' ? now : ''}
        options={[...(def.required ? [] : [{ value: '', label: 'nothing' }]), ...def.enum.map((value) => ({ value, label: labelled(value) }))]}
        onChange={(value) => put(value || undefined)}
      />
    )
  return (
    <TextField
      label={label}
      hint={def.many ? 'several, separated by commas' : undefined}
      value={Array.isArray(now) ? now.join(', ') : String(now ?? '')}
      maxLength={20_000}
      onChange={(value) => put(value || undefined)}
    />
  )
}
