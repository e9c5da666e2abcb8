import type { DirectorCalls } from '../../shared/contract/director-calls'
import type { OpenCampaign } from '../story/open-campaign'
import { directorNotes, notesVersion, removeNote, writeNote } from '../story/notes/director-notes'
import { timeSlices } from '../work/time-slices'
import type { CallContext } from './call-context'

/** The calls for who directs the story. */
export function directorCalls({ current, writable, announce }: CallContext): DirectorCalls {
  /** Changes notes and has every window read them again. The table plays on, because no beat depends on them. */
  const noting = <T>(work: (campaign: OpenCampaign) => T): T => {
    const { campaign } = writable()
    const result = work(campaign)
    announce({ kind: 'notes', notes: notesVersion(campaign.history) })
    return result
  }
  return {
    directorNotes: async () => directorNotes(current().campaign.history),
    writeDirectorNote: async (note) => noting(({ history }) => writeNote(history, note, Date.now())),
    removeDirectorNote: async ({ commit, id }) => noting(({ history }) => removeNote(history, commit, id)),
    writers: async ({ commit, scene }) => current().campaign.writing.scene(commit, scene, timeSlices()),
    sourceNow: async (source) => current().campaign.writing.sourceNow(source)
  }
}
