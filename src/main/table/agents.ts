import type { Agent } from '../../shared/table/agents'
import type { AgentKind } from '../../shared/story/play'
import { Problem, toProblem } from '../../shared/base/problem'
import type { Context, PromptLength, Seat, TryOut } from '../../shared/table/turns'
import type { SeatCommand } from '../../shared/table/commands'
import type { ListedModel } from '../../shared/table/model-access'
import type { Access, AnthropicTable } from '../agents/anthropic'
import { offlineAgent } from '../agents/offline'
import { replayAgent, type Recording } from '../agents/replay'
import type { Admit } from '../agents/anthropic/send-request'
import type { Machine } from '../machine/machine'

/** The agents of one campaign. Each is created at its first use, because loading the model's client is slow. */
export class Agents {
  readonly #agents = new Map<AgentKind, Promise<Agent>>()
  #models: typeof import('../agents/anthropic') | undefined

  constructor(
    private readonly dir: string,
    private readonly machine: Machine,
    private readonly recording: Recording,
    private readonly commands: (name: string | undefined) => Promise<SeatCommand>,
    private readonly admit: Admit
  ) {}

  /** A seat with the machine's default model if it names none, and lean if it doesn't say how much it is given and the machine's model is small. */
  readonly whole = (seat: Seat): Seat => {
    if (seat.agent !== 'anthropic') return seat
    const model = seat.model ?? this.machine.model
    return { ...seat, model, ...(seat.profile === undefined && this.machine.profileOf(model) === 'lean' ? { profile: 'lean' } : {}) }
  }

  /** The agent of a seat. `fresh`: a new agent without memory, whose requests another `admit` lets pass if there is one. Throws Problem `agent-failed` for a kind that can't play by itself. */
  of(seat: Seat, fresh?: { admit?: Admit }): Promise<Agent> {
    if (fresh) return this.#make(seat.agent, fresh)
    const agent = this.#agents.get(seat.agent) ?? this.#make(seat.agent)
    this.#agents.set(seat.agent, agent)
    // If the creation failed, the next call tries again.
    agent.catch(() => this.#agents.delete(seat.agent))
    return agent
  }

  /** The length of a seat's prompt. If the seat's model can't count it, the result is our estimate with the reason. */
  async promptLength(context: Context, seat: Seat): Promise<PromptLength> {
    const { tokens } = context
    if (seat.agent !== 'anthropic') return { by: 'estimate', tokens }
    try {
      const { countPrompt } = await this.#load()
      const counted = await countPrompt(context, await this.machine.access(this.dir), seat.model ?? this.machine.model, seat)
      return { by: 'provider', tokens: counted }
    } catch (thrown) {
      return { by: 'estimate', tokens, why: toProblem(thrown).message }
    }
  }

  async #make(kind: AgentKind, { admit = this.admit }: { admit?: Admit } = {}): Promise<Agent> {
    switch (kind) {
      case 'offline':
        return offlineAgent()
      case 'replay':
        return replayAgent(this.recording)
      case 'anthropic': {
        const { anthropicAgent, SYSTEM_TIMING } = await this.#load()
        return anthropicAgent({
          ...(await this.#declaring()),
          access: () => this.machine.access(this.dir),
          ...SYSTEM_TIMING,
          sleep,
          admit
        })
      }
      case 'command': {
        const { commandAgent } = await import('../agents/anthropic/command-agent')
        return commandAgent(this.commands)
      }
      default:
        throw new Problem('agent-failed', `An agent of the kind "${kind}" can't play by itself. Choose another agent for the seat in Settings.`, {
          kind,
          remedy: 'settings'
        })
    }
  }

  /** How this machine's models are told their tools. */
  async #declaring(): Promise<Pick<AnthropicTable, 'model' | 'takesToolChanges' | 'tools'>> {
    const { takesToolChanges } = await this.#load()
    return {
      model: () => this.machine.model,
      takesToolChanges: (model) => this.machine.isOfficial && takesToolChanges(model),
      tools: () => this.machine.tools
    }
  }

  /** An agent for one turn that sends nothing and tells how many tokens the request of the seat's model would have. The turn ends with a Problem. */
  async rehearsing(tell: (tokens: number) => void): Promise<Agent> {
    const { rehearsingAgent } = await this.#load()
    return rehearsingAgent(await this.#declaring(), tell)
  }

  async #load(): Promise<typeof import('../agents/anthropic')> {
    return (this.#models ??= await import('../agents/anthropic'))
  }
}

/** Makes one cheap call with this machine's key and address. */
export async function tryModel(machine: Machine, model: string | undefined): Promise<TryOut> {
  const { tryModel: tried } = await import('../agents/anthropic')
  let access: Access
  try {
    access = await machine.access(undefined)
  } catch (thrown) {
    return { ok: false, words: thrown instanceof Error ? thrown.message : String(thrown), ms: 0 }
  }
  const trial = await tried(access, model ?? machine.model)
  if (trial.contextTokens !== undefined) machine.noteWindow(model ?? machine.model, trial.contextTokens)
  return trial
}

/** The models that the server at this machine's address lists. Throws Problem `agent-failed`. */
export async function endpointModels(machine: Machine): Promise<ListedModel[]> {
  const { listModels } = await import('../agents/anthropic')
  return listModels(await machine.access(undefined))
}

/** Waits `ms` milliseconds. Returns at once when `signal` is aborted. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
}
