import type { ReactElement } from 'react'
import type { AgentKind } from '../../shared/story/play'
import type { Effort, MachineSettings, Seat } from '../../shared/table/turns'
import { agentName } from '../ui/names'
import { settingsTexts as t } from './texts'

const KINDS = ['offline', 'anthropic', 'command', 'replay', 'hand'] as const satisfies readonly AgentKind[]
const EFFORTS = ['', 'low', 'medium', 'high', 'max'] as const

/** One seat: its agent and, for a model, the model's name and effort. */
export function SeatLine({
  name,
  seat,
  mayFollow,
  machine,
  commands,
  onChange
}: {
  name: string
  /** Undefined: the same as the default. */
  seat: Seat | undefined
  mayFollow: boolean
  machine: MachineSettings
  /** The names of the tools that can play seats. */
  commands: readonly string[]
  onChange: (seat: Seat | undefined) => void
}): ReactElement {
  const isModel = seat?.agent === 'anthropic'
  const list = `models-${name}`
  return (
    <div className="seat">
      <b>{name}</b>
      <select
        className="input"
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
            className="input mono"
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
            className="input"
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
          <span className="hint fallback-label">Fallback</span>
          <input
            className="input mono fallback"
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
          className="input"
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
function withEffort(seat: Seat, effort: Effort | ''): Seat {
  const { effort: _, ...rest } = seat
  return effort === '' ? rest : { ...rest, effort }
}
