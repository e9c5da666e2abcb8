import { useState, type ReactElement } from 'react'
import type { MachineChange, MachineSettings, TryOut } from '../../shared/table/turns'
import { api } from '../client'
import { problemOf } from '../problem-of'
import { notify } from '../session'
import { Checkbox } from '../ui/Checkbox'
import { count, sent, span } from '../ui/amounts'
import { SelectField, TextField } from '../ui/Field'
import { settingsTexts as t } from './texts'

/** Model access on this machine: key, address, model, and the campaigns that may use it. */
export function ThisMachine({
  machine,
  hasCampaign,
  onChanged
}: {
  machine: MachineSettings
  hasCampaign: boolean
  onChanged: (machine: MachineSettings) => void
}): ReactElement {
  const [key, setKey] = useState('')
  const [baseUrl, setBaseUrl] = useState(machine.baseUrl ?? '')
  const [model, setModel] = useState(machine.model)
  const [problem, setProblem] = useState<string>()
  const [trial, setTrial] = useState<TryOut | 'asking'>()
  const change = async (part: MachineChange): Promise<boolean> => {
    setProblem(undefined)
    setTrial(undefined)
    try {
      onChanged(await api.setMachine.mutate(part))
      return true
    } catch (error) {
      setProblem(problemOf(error).message)
      return false
    }
  }
  const host = hostIn(baseUrl, machine)
  const moved = host !== machine.host
  const hasKey = machine.key !== 'none' && !moved
  const isNew = key.trim() !== '' || baseUrl.trim() !== (machine.baseUrl ?? '') || model.trim() !== machine.model
  const save = async (): Promise<void> => {
    const done = await change({
      ...(key.trim() === '' ? {} : { key: key.trim() }),
      baseUrl: baseUrl.trim() || null,
      model: model.trim() || null
    })
    if (!done) return
    setKey('')
    notify(t.savedHere)
  }
  const tryIt = (): void => {
    setTrial('asking')
    api.tryModel.mutate({}).then(setTrial, (error: unknown) => setTrial({ ok: false, words: problemOf(error).message, ms: 0 }))
  }
  const canKeep = machine.key !== 'environment'
  return (
    <form
      className="settings-part"
      aria-labelledby="settings-machine"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <h3 id="settings-machine">{t.machine}</h3>
      <p className="hint">{t.machineHint}</p>
      <div className="key-line">
        <p className={hasKey ? 'good' : ''}>{hasKey ? t.keyWhere[machine.key]?.(host) : t.keyNone(host)}</p>
        {hasKey && canKeep && (
          <button type="button" className="button small" onClick={() => void change({ key: null })}>
            {t.forget}
          </button>
        )}
      </div>
      {canKeep && (
        <TextField
          label={hasKey ? t.keyNew : t.key}
          type="password"
          value={key}
          placeholder={t.keyPlaceholder}
          hint={`${t.keyBound(host)} ${machine.keeps ? t.keyKeeps : t.keyForgets}`}
          onChange={setKey}
        />
      )}
      <div className="numbers-row">
        <TextField label={t.machineModel} value={model} list="machine-models" onChange={setModel} />
        <datalist id="machine-models">
          {machine.models.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </datalist>
        <TextField
          label={t.baseUrl}
          value={baseUrl}
          hint={moved ? t.baseUrlMoved(machine.host, host) : t.baseUrlHint}
          placeholder="https://…"
          onChange={setBaseUrl}
        />
      </div>
      <SelectField
        label={t.tools}
        options={(['stable', 'live'] as const).map((value) => ({ value, label: t.toolChoices[value] }))}
        value={machine.tools}
        hint={host === machine.defaultHost ? `${t.toolsHint[machine.tools]} ${t.toolsElsewhere}` : t.toolsHint[machine.tools]}
        onChange={(tools) => void change({ tools })}
      />
      {hasCampaign && <Checkbox label={t.allow} hint={t.allowHint} checked={machine.allowed} onChange={(allowed) => void change({ allowed })} />}
      {problem !== undefined && (
        <p className="fault" role="alert">
          {problem}
        </p>
      )}
      <footer className="form-foot">
        <output className={`trial ${typeof trial === 'object' && !trial.ok ? 'fault' : ''}`} aria-live="polite">
          {trial === 'asking' ? t.trying : trial ? tried(trial) : t.tryHint}
        </output>
        <button type="button" className="button" disabled={isNew || trial === 'asking'} onClick={tryIt}>
          {t.tryIt}
        </button>
        <button type="submit" className="button main" disabled={!isNew}>
          {t.keep}
        </button>
      </footer>
    </form>
  )
}

/** The host of a typed address; the current one while it names none, the provider's for an empty field. */
function hostIn(typed: string, { host, baseUrl, defaultHost }: MachineSettings): string {
  const text = typed.trim()
  if (text === (baseUrl ?? '')) return host
  return text === '' ? defaultHost : URL.canParse(text) ? new URL(text).host || host : host
}

/** The result of a test call: its sentence with the cost, its duration and its usage. */
function tried({ words, ms, usage }: TryOut): string {
  const used = usage ? [t.tokens(count(sent(usage) + usage.output))] : []
  return [words, ...(ms > 0 ? [span(ms)] : []), ...used].join(' · ')
}
