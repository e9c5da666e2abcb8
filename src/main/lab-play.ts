import { parentPort, workerData } from 'node:worker_threads'
import { type PlayerTask, servePlayer } from './lab/player'

if (parentPort) servePlayer(parentPort, workerData as PlayerTask)
