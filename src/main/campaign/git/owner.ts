import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { z } from 'zod'

/** A process that holds a lock or works: id, machine, and start time in ticks since boot, which tells reused ids apart; '' if unknown. */
export const LockOwner = z.object({ pid: z.number().int(), host: z.string(), start: z.string() })
export type LockOwner = z.infer<typeof LockOwner>

function startOf(pid: number): string {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

let self: LockOwner | undefined

/** This process. */
export function ownSelf(): LockOwner {
  self ??= { pid: process.pid, host: hostname(), start: startOf(process.pid) }
  return self
}

/** Returns whether a process of this machine has certainly ended. Returns false for a process of another machine, because its state is unknown. */
export function isGone(owner: LockOwner): boolean {
  if (owner.host !== ownSelf().host) return false
  try {
    process.kill(owner.pid, 0)
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'ESRCH'
  }
  const start = startOf(owner.pid)
  return owner.start !== '' && start !== '' && start !== owner.start
}

export const isSelf = (owner: LockOwner): boolean => owner.pid === ownSelf().pid && owner.host === ownSelf().host && !isGone(owner)

/** The line in a lock file that names its owner. */
export const writeOwner = (owner: LockOwner): string => `proscenium ${owner.pid} ${owner.start || '-'} ${owner.host}\n`

/** The owner named in a lock file; undefined if the file isn't ours. */
export function readOwner(text: string): LockOwner | undefined {
  const match = /^proscenium (\d+) (\S+) (.*)\n$/.exec(text)
  return match ? { pid: Number(match[1]), start: match[2] === '-' ? '' : (match[2] ?? ''), host: match[3] ?? '' } : undefined
}
