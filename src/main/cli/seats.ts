import { InvalidArgumentError } from 'commander'
import type { Seat } from '../../shared/turns'

/** What `--agent` can be given. */
export const SEATS = 'who=agent: dm, a player’s name or all; offline, anthropic[:model] or replay'

/** Takes one `--agent` into the seats given so far. Throws InvalidArgumentError for what is none. */
export function seatArgument(text: string, before: Record<string, Seat> = {}): Record<string, Seat> {
  const [, who = '', kind = '', model] = /^([^=]*)=?([^:]*)(?::(.*))?$/s.exec(text) ?? []
  return { ...before, [/^dm$/i.test(who) ? 'DM' : who]: seatOf(who, kind, model) }
}

function seatOf(who: string, kind: string, model: string | undefined): Seat {
  if (who === '' || kind === '') throw new InvalidArgumentError('Write it as who=agent, like dm=anthropic or all=offline.')
  if (kind === 'hand')
    throw new InvalidArgumentError('Nobody can play by hand in a terminal; take the seat in the app, or name offline, anthropic or replay.')
  if (kind !== 'offline' && kind !== 'anthropic' && kind !== 'replay')
    throw new InvalidArgumentError(`There is no agent "${kind}"; choose offline, anthropic[:model] or replay.`)
  if (model !== undefined && kind !== 'anthropic') throw new InvalidArgumentError(`Only anthropic asks a model; write ${who}=${kind}.`)
  if (model?.trim() === '') throw new InvalidArgumentError(`Name the model after the colon, or leave the colon out: ${who}=${kind}.`)
  return { agent: kind, ...(model === undefined ? {} : { model }) }
}
