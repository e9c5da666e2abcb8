import { InvalidArgumentError } from 'commander'
import type { Seat } from '../../shared/table/turns'

/** The values of `--agent`. */
export const SEATS = 'who=agent, where who is dm, a player’s name or all, and agent is offline, anthropic[:model], command:name or replay'

/** Adds the seat of one `--agent` to the previous ones. Throws InvalidArgumentError if it is invalid. */
export function seatArgument(text: string, before: Record<string, Seat> = {}): Record<string, Seat> {
  const [, who = '', kind = '', model] = /^([^=]*)=?([^:]*)(?::(.*))?$/s.exec(text) ?? []
  return { ...before, [/^dm$/i.test(who) ? 'DM' : who]: seatOf(who, kind, model) }
}

function seatOf(who: string, kind: string, model: string | undefined): Seat {
  if (who === '' || kind === '') throw new InvalidArgumentError('Write who=agent, such as dm=anthropic or all=offline.')
  if (kind === 'hand')
    throw new InvalidArgumentError('You can’t play a seat yourself in a terminal. Take the turn in the app, or name offline, anthropic or replay.')
  if (kind === 'command') {
    if (model === undefined || model.trim() === '') throw new InvalidArgumentError(`Name the command that plays: ${who}=command:name.`)
    return { agent: kind, command: model }
  }
  if (kind !== 'offline' && kind !== 'anthropic' && kind !== 'replay')
    throw new InvalidArgumentError(`There is no agent "${kind}". Choose offline, anthropic[:model], command:name or replay.`)
  if (model !== undefined && kind !== 'anthropic') throw new InvalidArgumentError(`Only anthropic takes a model. Write ${who}=${kind}.`)
  if (model?.trim() === '') throw new InvalidArgumentError(`No model follows the colon. Name one, or write ${who}=${kind}.`)
  return { agent: kind, ...(model === undefined ? {} : { model }) }
}
