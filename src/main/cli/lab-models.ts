import type { Command } from 'commander'
import { MAX_ODD_SESSIONS } from '../../shared/contract/lab-calls'
import { MIN_SESSIONS_FOR_ODD, type OddSessions } from '../../shared/lab/odd'
import { ENDINGS } from '../../shared/lab/rows'
import { counted } from '../../shared/words/labels'
import { RUN, theRun } from './lab'
import { campaignCommand, type CommandContext, type JsonFlag, wholeNumber } from './usage'

/** The commands that choose unusual sessions, and let models continue them. */
export function modelCommands(lab: Command, { campaigns, print }: Pick<CommandContext, 'campaigns' | 'print'>): void {
  const ofCampaign = (name: string, description: string, ...lines: string[]): Command => campaignCommand(lab, name, description, ...lines)

  ofCampaign('odd', 'list the most unusual sessions of a run: why, and from which beat on', 'lab odd ~/stories/well --count 5')
    .option(...RUN)
    .option('--count <n>', 'list at most so many (default: 10)', wholeNumber(1, MAX_ODD_SESSIONS))
    .action((dir: string, { run, count, json }: { run?: string; count?: number } & JsonFlag) =>
      campaigns.read(dir, undefined, async (calls) => {
        const odd = await calls.labOdd({ ...(await theRun(calls, run)), ...(count === undefined ? {} : { count }) })
        print(json, odd, oddWords(odd))
      })
    )
}

/** Unusual sessions in words. */
export function oddWords({ played, sessions }: OddSessions): string {
  if (played < MIN_SESSIONS_FOR_ODD)
    return `Of ${counted(played, 'session')} none can be called unusual. Play at least ${MIN_SESSIONS_FOR_ODD} with: proscenium lab run`
  if (sessions.length === 0) return `None of ${counted(played, 'session')} is unusual: no end, place, fact or length is rare.`
  return sessions
    .map(({ session, seed, ending, beats, at, why }) =>
      [
        `Session ${session} (seed ${seed}, ${counted(beats, 'beat')}; ${ENDINGS[ending]}) from beat ${at} on:`,
        ...why.map(({ words, beat }) => `  beat ${String(beat).padStart(4)}  ${words}`)
      ].join('\n')
    )
    .join('\n')
}
