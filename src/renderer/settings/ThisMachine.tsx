import { useEffect, useState, type ReactElement } from 'react'
import type { MachineChange, MachineSettings, TryOut } from '../../shared/table/turns'
import { own } from '../../shared/base/json'
import type { ModelPrice } from '../../shared/table/model-access'
import { needsNoKey, presetAddress, protocolAt, SERVER_PRESETS } from '../../shared/table/model-servers'
import { api } from '../client'
import { problemOf } from '../problem-of'
import { notify } from '../session'
import { Checkbox, Form, SelectField, TextField } from '../ui/Field'
import { count, sentTokens, span } from '../ui/amounts'
import { settingsTexts as t } from './texts'
import { Button, Fault } from '../ui/Parts'
import type { OnUnsaved } from './settings'

interface ThisMachineProps {
  machine: MachineSettings
  hasCampaign: boolean
  onChanged: (machine: MachineSettings) => void
  onUnsaved: OnUnsaved
}

/** Model access on this machine: key, address, model, and the campaigns that may use it. */
export function ThisMachine({ machine, hasCampaign, onChanged, onUnsaved }: ThisMachineProps): ReactElement {
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
  const needsKey = moved ? !needsNoKey(baseUrl) : machine.needsKey
  const typed = typedPrices(own(machine.prices, machine.model))
  const [changedPrices, setPrices] = useState<TypedPrices>()
  const prices = changedPrices ?? typed
  const fault = priceFault(prices)
  const isNew =
    key.trim() !== '' ||
    baseUrl.trim() !== (machine.baseUrl ?? '') ||
    model.trim() !== machine.model ||
    prices.input !== typed.input ||
    prices.output !== typed.output
  useEffect(() => onUnsaved('this machine', isNew), [onUnsaved, isNew])
  const save = async (): Promise<void> => {
    const done = await change({
      ...(key.trim() === '' ? {} : { key: key.trim() }),
      baseUrl: presetAddress(baseUrl.trim()) || null,
      model: model.trim() || null,
      ...(prices.input === typed.input && prices.output === typed.output ? {} : { prices: { [model.trim() || machine.model]: priceOf(prices) } })
    })
    if (!done) return
    setKey('')
    setPrices(undefined)
    setBaseUrl(presetAddress(baseUrl.trim()))
    notify('Saved on this machine.')
  }
  const tryIt = (): void => {
    setTrial('asking')
    api.tryModel.mutate({}).then(
      (result) => {
        setTrial(result)
        // The test may have found the size of the model's window.
        if (result.contextTokens !== undefined) api.machine.query().then(onChanged, () => undefined)
      },
      (error: unknown) => setTrial({ ok: false, words: problemOf(error).message, ms: 0 })
    )
  }
  const listModels = (): void => {
    setTrial('asking')
    api.endpointModels.query().then(
      (listed) => {
        onChanged({ ...machine, models: listed.map(({ id }) => id) })
        setTrial({ ok: listed.length > 0, words: t.listed(listed.map(({ id }) => id)), ms: 0 })
      },
      (error: unknown) => setTrial({ ok: false, words: problemOf(error).message, ms: 0 })
    )
  }
  const canKeep = machine.key !== 'environment'
  return (
    <Form className="settings-part" aria-labelledby="settings-machine" onSubmit={() => void save()}>
      <h3 id="settings-machine">This machine</h3>
      <p className="hint">Stored on this machine only, never in a campaign.</p>
      <div className="key-line">
        <p className={hasKey ? 'good' : ''}>
          {hasKey ? t.keyWhere[machine.key]?.(host) : needsKey ? `No key for ${host} yet.` : `Models at ${host} need no key.`}
        </p>
        {hasKey && canKeep && <Button label="Delete key" small onClick={() => void change({ key: null })} />}
      </div>
      {canKeep && (
        <TextField
          label={hasKey ? 'New key' : 'Key'}
          type="password"
          value={key}
          placeholder="Paste a key"
          hint={`Proscenium sends this key to ${host} only. ${machine.keeps ? 'Stored in this system’s key store.' : 'This system has no key store, so Proscenium keeps the key only until you close it.'}`}
          onChange={setKey}
        />
      )}
      <div className="numbers-row">
        <TextField label="Default model" value={model} list="machine-models" onChange={setModel} />
        <datalist id="machine-models">
          {machine.models.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </datalist>
        <TextField
          label="Address"
          value={baseUrl}
          hint={
            moved && needsKey
              ? `Proscenium doesn’t send the key for ${machine.host} to ${host}. Enter the key for ${host} above.`
              : 'For a local model, a proxy or another provider. Leave empty for the provider’s own address.'
          }
          list="model-servers"
          placeholder="https://…"
          onChange={setBaseUrl}
        />
        <datalist id="model-servers">
          {SERVER_PRESETS.map((preset) => (
            <option key={preset.name} value={preset.baseUrl}>
              {preset.name}
            </option>
          ))}
        </datalist>
      </div>
      <div className="numbers-row">
        <SelectField
          label="Protocol"
          options={PROTOCOLS.map((value) => ({
            value,
            label: value === '' ? `Automatic: ${t.protocols[protocolAt(baseUrl.trim())]}` : t.protocols[value]
          }))}
          value={machine.protocol ?? ''}
          onChange={(protocol) => void change({ protocol: protocol === '' ? null : protocol })}
        />
        <TextField
          label="Price of input"
          value={prices.input}
          placeholder="–"
          hint={`US dollars per million tokens of ${model.trim() || machine.model}. Leave both empty for the known price.`}
          fault={fault}
          onChange={(input) => setPrices({ ...prices, input })}
        />
        <TextField label="Price of output" value={prices.output} placeholder="–" onChange={(output) => setPrices({ ...prices, output })} />
      </div>
      <SelectField
        label="How models learn which tools they can use"
        options={(['stable', 'live'] as const).map((value) => ({ value, label: t.toolChoices[value] }))}
        value={machine.tools}
        hint={
          host === machine.defaultHost
            ? `${t.toolsHint[machine.tools]} Applies to other addresses only. At the provider’s own address, Proscenium adds and removes tools within a conversation if the model supports that.`
            : t.toolsHint[machine.tools]
        }
        onChange={(tools) => void change({ tools })}
      />
      <SelectField
        label="How much models are given"
        options={(['', 'full', 'lean'] as const).map((value) => ({
          value,
          label: value === '' ? (machine.usualProfile === 'lean' ? 'Automatic: lean, for small models' : 'Automatic: everything') : t.profiles[value]
        }))}
        value={machine.profile ?? ''}
        hint={`${t.profileHint[machine.profile ?? machine.usualProfile]} ${t.profileBySeat}`}
        onChange={(profile) => void change({ profile: profile === '' ? null : profile })}
      />
      {hasCampaign && (
        <Checkbox
          label="Let this campaign use the key"
          hint="A campaign from another person could spend your money. Only campaigns that you allow can call a model."
          checked={machine.allowed}
          onChange={(allowed) => void change({ allowed })}
        />
      )}
      <Fault>{problem}</Fault>
      <footer className="form-foot">
        <output className={`trial ${typeof trial === 'object' && !trial.ok ? 'fault' : ''}`} aria-live="polite">
          {trial === 'asking'
            ? 'Waiting for the server…'
            : trial
              ? tried(trial)
              : 'Sends one short request to the model above, with the saved settings.'}
        </output>
        <Button label="List models" disabled={moved || trial === 'asking'} onClick={listModels} />
        <Button label="Test model" disabled={isNew || trial === 'asking'} onClick={tryIt} />
        <Button label="Save on this machine" main submit disabled={!isNew || fault !== undefined} />
      </footer>
    </Form>
  )
}

const PROTOCOLS = ['', 'messages', 'chat'] as const

interface TypedPrices {
  input: string
  output: string
}
const typedPrices = (price: ModelPrice | undefined): TypedPrices => ({
  input: price ? String(price.input) : '',
  output: price ? String(price.output) : ''
})
const priceFault = ({ input, output }: TypedPrices): string | undefined =>
  (input.trim() === '') !== (output.trim() === '') || ![input, output].every((text) => /^(\d{1,4}([.]\d{1,6})?)?$/.test(text.trim()))
    ? 'Enter both prices as numbers such as 0.25, or 0 for a free model.'
    : undefined
const priceOf = ({ input, output }: TypedPrices): ModelPrice | null => (input.trim() === '' ? null : { input: Number(input), output: Number(output) })

/** The host of a typed address; the current one while it names none, the provider's for an empty field. */
function hostIn(typed: string, { host, baseUrl, defaultHost }: MachineSettings): string {
  const text = typed.trim()
  if (text === (baseUrl ?? '')) return host
  return text === '' ? defaultHost : URL.canParse(text) ? new URL(text).host || host : host
}

function tried({ words, ms, usage }: TryOut): string {
  const used = usage ? [`${count(sentTokens(usage) + usage.output)} tokens`] : []
  return [words, ...(ms > 0 ? [span(ms)] : []), ...used].join(' · ')
}
