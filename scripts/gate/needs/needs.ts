import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A program of the system that some tests drive. */
export interface Need {
  name: string;
  /** What cannot be tested without it. */
  for: string;
  /** The variable that names the program to the tests, and lets a person choose one. */
  variable: string;
  programs: string[];
  /** The one of `programs` that Debian's packages bring and that is brought though another is there; that one serves if it can't be had. */
  best?: string;
  /** Its packages on Debian; those to take where the first cannot be had; Ubuntu's names where those differ. */
  debian: string[];
  debianElse?: string[];
  ubuntu?: string[];
  elsewhere: string;
}

export const needs: Need[] = [
  {
    name: 'Chromium',
    for: 'the journeys',
    variable: 'CHROMIUM_PATH',
    programs: [
      // Without a window's trappings: a quarter less work for the same engine.
      'chromium-headless-shell',
      'chromium',
      'chromium-browser',
      'google-chrome-stable',
      'google-chrome',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    ],
    best: 'chromium-headless-shell',
    // A browser alone has no font: everything would be boxes.
    debian: ['chromium-headless-shell', 'fonts-dejavu-core'],
    debianElse: ['chromium', 'fonts-dejavu-core'],
    ubuntu: ['chromium-browser', 'fonts-dejavu-core'],
    elsewhere: 'Install Chromium or Google Chrome, or set CHROMIUM_PATH to one.',
  },
  {
    name: 'PostgreSQL',
    for: 'back-up and restore of a real server',
    variable: 'POSTGRES_PATH',
    // Debian keeps the server's programs beside each other and off the path, newest first here.
    programs: [...['18', '17', '16', '15'].map((major) => `/usr/lib/postgresql/${major}/bin/postgres`), 'postgres'],
    debian: ['postgresql'],
    elsewhere:
      'Install PostgreSQL 15 or later with its client programs, or set POSTGRES_PATH to its program `postgres`.',
  },
  {
    name: 'FFmpeg',
    for: 'films',
    variable: 'FFMPEG_PATH',
    programs: ['ffmpeg'],
    debian: ['ffmpeg'],
    elsewhere: 'Install ffmpeg (Homebrew: `brew install ffmpeg`), or set FFMPEG_PATH to one.',
  },
  {
    name: 'Redis',
    for: 'several processes over Redis',
    variable: 'REDIS_PATH',
    programs: ['redis-server'],
    debian: ['redis-server'],
    elsewhere: 'Install Redis (Homebrew: `brew install redis`), or set REDIS_PATH to its program `redis-server`.',
  },
];

/** The path of a program that answers, or null. */
export function findProgram(need: Need, path = process.env.PATH ?? ''): string | null {
  const chosen = process.env[need.variable];
  for (const program of chosen ? [chosen] : need.programs) {
    const candidates = /[\\/]/.test(program) ? [program] : path.split(delimiter).map((folder) => join(folder, program));
    const found = candidates.find((candidate) => isExecutable(candidate) && answers(candidate));
    if (found) return found;
  }
  return null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return existsSync(path);
  } catch {
    return false;
  }
}

// Ubuntu's chromium-browser without snapd is a script that only says what is missing.
function answers(program: string): boolean {
  if (process.platform === 'win32') return true;
  try {
    execFileSync(program, [program.includes('ffmpeg') ? '-version' : '--version'], {
      stdio: 'ignore',
      timeout: 20_000,
    });
    return true;
  } catch {
    return false;
  }
}
