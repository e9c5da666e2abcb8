import { useEffect, useState, type ReactElement } from 'react'
import { own } from '../../shared/base/json'
import type { DirectionFileInfo, MachineSettings, Profile, Seat, TableSettings, Effort } from '../../shared/table/turns'
import { api } from '../client'
import { savedEdit } from '../editing'
import { problemOf } from '../problem-of'
import { notify, useSession } from '../session'
import { Checkbox, Form, TextField, SelectField } from '../ui/Field'
import { nameOf, agentName } from '../ui/names'
import { clientSeats, McpClients } from './McpClients'
import { faultsOf, formOf, settingsOf, TIERS, type TableForm, type DirectionForm, type OnUnsaved } from './settings'
import { settingsTexts as t } from './texts'
import { Button, Disclosure, Fault } from '../ui/Parts'
import type { AgentKind } from '../../shared/story/play'

const SWITCHES = ['standIn', 'gate', 'sceneTrees', 'plans'] as const

interface ThisCampaignProps {
  settings: TableSettings
  machine: MachineSettings
  files: readonly DirectionFileInfo[]
  commands: readonly string[]
  onSaved: (settings: TableSettings) => void
  onUnsaved: OnUnsaved
}

/** The settings in table.yaml: agents, context and cost limit. Saving is one beat by the designer. */
export function ThisCampaign({ settings, machine, files, commands, onSaved, onUnsaved }: ThisCampaignProps): ReactElement {
  const actors = useSession((s) => s.present?.state.actors)
  const [people] = useState(() => ['DM', ...settings.party.filter((id) => own(actors, id)), ...others(settings.party, actors)])
  const [form, setForm] = useState<TableForm>(() => formOf(settings, people))
  const [advanced, setAdvanced] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const readOnly = useSession((s) => s.present?.campaign.readOnly)
  const faults = faultsOf(form)
  const next = settingsOf(form, settings)
  const same = JSON.stringify(next) === JSON.stringify(settingsOf(formOf(settings, people), settings))
  useEffect(() => onUnsaved('this campaign', !same), [onUnsaved, same])
  const seat = (who: string, assigned: Seat | undefined): void => setForm({ ...form, seats: { ...form.seats, [who]: assigned } })
  const save = async (): Promise<void> => {
    setBusy(true)
    setProblem(undefined)
    try {
      await savedEdit(await api.setTable.mutate(next))
      onSaved(next)
      notify('Saved. The table uses the new settings.')
    } catch (error) {
      setProblem(problemOf(error).message)
    }
    setBusy(false)
  }
  return (
    <Form className="settings-part" aria-labelledby="settings-campaign" onSubmit={() => void save()}>
      <h3 id="settings-campaign">This campaign</h3>
      <p className="hint">Stored in table.yaml, so these settings travel with the campaign. Each save is one beat.</p>
      <fieldset className="seats" aria-label="Seats">
        {[...people, 'default'].map((who) => (
          <SeatLine
            key={who}
            name={who === 'default' ? 'All other seats' : nameOf(actors, who)}
            seat={own(form.seats, who)}
            mayFollow={who !== 'default'}
            machine={machine}
            commands={commands}
            onChange={(assigned) => seat(who, assigned)}
          />
        ))}
      </fieldset>
      <McpClients seats={clientSeats(people, form.seats)} actors={actors} />
      <h4>{t.direction}</h4>
      <p className="hint">Which files in direction/ steer this table. Models read them; a persona’s weights steer the built-in table too.</p>
      <DirectionFields
        form={form.direction}
        files={files}
        players={people.filter((who) => who !== 'DM').map((id) => ({ id, name: nameOf(actors, id) }))}
        onChange={(direction) => setForm({ ...form, direction })}
      />
      <TextField
        label="Cost cap"
        value={form.cap}
        hint="In US dollars, for the whole campaign. The table pauses at the cap. Leave empty for no cap."
        fault={faults['cap']}
        className="short"
        placeholder="–"
        onChange={(cap) => setForm({ ...form, cap })}
      />
      {SWITCHES.map((name) => (
        <Checkbox key={name} label={t[name]} hint={t[`${name}Hint`]} checked={form[name]} onChange={(on) => setForm({ ...form, [name]: on })} />
      ))}
      <TextField
        label="Model that judges narrations"
        value={form.judge}
        hint="Also looks for contradictions, when you start it in Problems. Problems shows the price first. Leave empty for no model."
        list="machine-models"
        placeholder="None"
        onChange={(judge) => setForm({ ...form, judge })}
      />
      <Disclosure
        className="settings-told"
        open={advanced}
        onToggle={(event) => setAdvanced(event.currentTarget.open)}
        title="Advanced: size of the context"
      >
        <TextField
          label="Log lines in the context"
          value={form.k}
          hint="How many recent lines of the scene, 1 to 200."
          fault={faults['k']}
          className="short"
          onChange={(k) => setForm({ ...form, k })}
        />
        <div className="numbers-row">
          {TIERS.map((tier) => (
            <TextField
              key={tier}
              label={t.tiers[tier]}
              value={form.tiers[tier]}
              fault={faults[tier]}
              className="short"
              onChange={(value) => setForm({ ...form, tiers: { ...form.tiers, [tier]: value } })}
            />
          ))}
        </div>
        <span className="hint">Maximum size of each part, in tokens. Agents marks the pieces that did not fit.</span>
      </Disclosure>
      <Fault>{problem ?? readOnly}</Fault>
      <footer className="form-foot">
        <Button
          label={busy ? t.saving : 'Save as a beat'}
          main
          submit
          disabled={busy || same || readOnly !== undefined || Object.keys(faults).length > 0}
        />
      </footer>
    </Form>
  )
}

function others(party: readonly string[], actors: Readonly<Record<string, { kind: string }>> | undefined): string[] {
  return Object.entries(actors ?? {}).flatMap(([id, { kind }]) => (kind === 'player' && !party.includes(id) ? [id] : []))
}

interface DirectionFieldsProps {
  form: DirectionForm
  files: readonly DirectionFileInfo[]
  players: readonly { id: string; name: string }[]
  onChange: (form: DirectionForm) => void
}

function DirectionFields({ form, files, players, onChange }: DirectionFieldsProps): ReactElement {
  const choice = (label: string, value: string, change: (path: string) => void): ReactElement => (
    <SelectField key={label} label={label} value={value} options={optionsOf(files, value)} onChange={change} />
  )
  return (
    <fieldset className="direction-fields" aria-label={t.direction}>
      {choice('Tone', form.tone, (tone) => onChange({ ...form, tone }))}
      {choice('DM style', form.dm, (dm) => onChange({ ...form, dm }))}
      {players.map(({ id, name }) =>
        choice(`Persona of ${name}`, own(form.personas, id) ?? '', (path) => onChange({ ...form, personas: { ...form.personas, [id]: path } }))
      )}
    </fieldset>
  )
}

function optionsOf(files: readonly DirectionFileInfo[], current: string): { value: string; label: string }[] {
  const known = files.map(({ path, name }) => ({ value: path, label: name }))
  const missing = current !== '' && !files.some(({ path }) => path === current) ? [{ value: current, label: `${current} (missing)` }] : []
  return [{ value: '', label: 'None' }, ...known, ...missing]
}

const KINDS = ['offline', 'anthropic', 'command', 'mcp', 'replay', 'hand'] as const satisfies readonly AgentKind[]
const EFFORTS = ['', 'low', 'medium', 'high', 'max'] as const

interface SeatLineProps {
  name: string
  /** Undefined: the same as the default. */
  seat: Seat | undefined
  mayFollow: boolean
  machine: MachineSettings
  commands: readonly string[]
  onChange: (seat: Seat | undefined) => void
}

function SeatLine({ name, seat, mayFollow, machine, commands, onChange }: SeatLineProps): ReactElement {
  const isModel = seat?.agent === 'anthropic'
  const list = `models-${name}`
  return (
    <div className="seat">
      <b>{name}</b>
      <select
        className="field-input"
        aria-label={`Agent for ${name}`}
        value={seat?.agent ?? ''}
        onChange={(event) => onChange(event.target.value === '' ? undefined : { ...seat, agent: event.target.value as AgentKind })}
      >
        {mayFollow && <option value="">Default</option>}
        {KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {agentName(kind)}
          </option>
        ))}
      </select>
      {isModel ? (
        <>
          <input
            className="field-input mono"
            aria-label={`Model for ${name}`}
            value={seat.model ?? ''}
            placeholder={`${machine.model} (default)`}
            maxLength={200}
            spellCheck={false}
            list={list}
            onChange={(event) => onChange(withName(seat, 'model', event.target.value))}
          />
          <datalist id={list}>
            {machine.models.map((model) => (
              <option key={model}>{model}</option>
            ))}
          </datalist>
          <select
            className="field-input"
            aria-label={`Effort for ${name}`}
            value={seat.effort ?? ''}
            onChange={(event) => onChange(withEffort(seat, event.target.value as Effort | ''))}
          >
            {EFFORTS.map((effort) => (
              <option key={effort} value={effort}>
                {t.efforts[effort]}
              </option>
            ))}
          </select>
          <span className="hint fallback-label">Prompt</span>
          <select
            className="field-input fallback"
            aria-label={`Prompt for ${name}`}
            title={seat.profile === undefined ? t.profileBySeat : t.profileHint[seat.profile]}
            value={seat.profile ?? ''}
            onChange={(event) => onChange(withProfile(seat, event.target.value as Profile | ''))}
          >
            {(['', 'full', 'lean'] as const).map((profile) => (
              <option key={profile} value={profile}>
                {t.seatProfiles[profile]}
              </option>
            ))}
          </select>
          <span className="hint fallback-label">Fallback</span>
          <input
            className="field-input mono fallback"
            aria-label={`Fallback for ${name}`}
            value={seat.fallback ?? ''}
            placeholder="Called if the model refuses to answer"
            maxLength={200}
            spellCheck={false}
            list={list}
            onChange={(event) => onChange(withName(seat, 'fallback', event.target.value))}
          />
        </>
      ) : seat?.agent === 'command' && commands.length > 0 ? (
        <select
          className="field-input"
          aria-label={`Command for ${name}`}
          value={seat.command ?? ''}
          onChange={(event) => onChange({ ...seat, command: event.target.value })}
        >
          {!commands.includes(seat.command ?? '') && <option value={seat.command ?? ''}>{seat.command ?? 'Choose a command…'}</option>}
          {commands.map((command) => (
            <option key={command}>{command}</option>
          ))}
        </select>
      ) : (
        <span className="hint">{seat ? t.agentHints[seat.agent] : ''}</span>
      )}
    </div>
  )
}

function withName(seat: Seat, field: 'model' | 'fallback', name: string): Seat {
  const { [field]: _, ...rest } = seat
  return name === '' ? rest : { ...rest, [field]: name }
}
function withProfile(seat: Seat, profile: Profile | ''): Seat {
  const { profile: _, ...rest } = seat
  return profile === '' ? rest : { ...rest, profile }
}
function withEffort(seat: Seat, effort: Effort | ''): Seat {
  const { effort: _, ...rest } = seat
  return effort === '' ? rest : { ...rest, effort }
}
