import { availableParallelism } from 'node:os';
import ffmpeg, { type Command, type Filter } from 'fluent-ffmpeg';
import type { FilmDetails } from './film-probe.ts';
import type { FilmTools } from './film-tools.ts';
import { playlistOf, segmentSeconds, type PlannedRendition, type PlannedSprite } from './film-plan.ts';
import type { Size } from '../photo/photo-plan.ts';

const pictures = 'h264,hevc,av1,libdav1d,libaom-av1,vp9,libvpx-vp9,mpeg4,mjpeg,prores,h263';
const sounds =
  'aac,mp2,mp2float,mp3,mp3float,ac3,eac3,alac,opus,libopus,vorbis,libvorbis,flac,amrnb,amrwb,adpcm_ima_qt,adpcm_ima_wav,adpcm_ms,' +
  'pcm_s16le,pcm_s16be,pcm_s24le,pcm_s24be,pcm_s32le,pcm_s32be,pcm_s64le,pcm_s64be,pcm_u16le,pcm_u16be,pcm_u24le,pcm_u24be,pcm_u32le,pcm_u32be,' +
  'pcm_f32le,pcm_f32be,pcm_f64le,pcm_f64be,pcm_u8,pcm_s8,pcm_mulaw,pcm_alaw';

/**
 * Before every `-i`: one reader, for one kind of file, of local files alone, and the decoders that films need.
 * Without them a DASH manifest with a film's name asks the network, and a list of files reads its neighbours.
 * Looked at as far as a minute in: of a film whose pictures begin after five seconds of sound nothing else would be known.
 */
export const inputGuards: readonly string[] = args(
  `-analyzeduration 60M -protocol_whitelist file -format_whitelist mov -f mov -codec_whitelist ${pictures},${sounds}`,
);

/**
 * ffprobe opens a decoder for every stream, or gives the whole file up. So it may open those of further sounds, of
 * subtitles and of covers, for each kind of stream; what it reads of them while it looks is held to the list above.
 */
export const probeGuards: readonly string[] = [
  ...inputGuards,
  ...args(`-codec_whitelist:v ${pictures},png,bmp -codec_whitelist:s mov_text,dvdsub,cc_dec,webvtt`),
  '-codec_whitelist:a',
  `${sounds},dca,truehd,mp1,mp1float,mp3on4,mp3on4float,als,gsm,gsm_ms,libgsm,libgsm_ms,speex,libspeex,ilbc,libilbc,qcelp,evrc,nellymoser,` +
    'qdm2,qdmc,mace3,mace6,g722,g726,adpcm_yamaha,adpcm_swf',
];

const threads = String(Math.min(4, availableParallelism()));

export interface RenditionsTask {
  readonly film: FilmDetails;
  /** Made in one run, ascending; decoding once is cheaper than decoding for each. */
  readonly renditions: readonly PlannedRendition[];
  readonly sprite: PlannedSprite | null;
  /** Where `watermark.png` of the folder goes on the largest of these renditions. */
  readonly mark: { readonly left: number; readonly top: number } | null;
  readonly tools: Pick<FilmTools, 'hasToneMapping' | 'timesOption'>;
}

/** The arguments of `ffmpeg` that make renditions with their playlists, and `sprite`. */
export function renditionsCommand(task: RenditionsTask): string[] {
  const { film, renditions, sprite } = task;
  const command = reading(ffmpeg().input('file:source'));
  if (film.isStretch) command.inputOptions('-ss', inSeconds(film.startMs), '-t', inSeconds(film.durationMs));
  if (task.mark !== null)
    command.input('file:watermark.png').inputOptions(...args('-protocol_whitelist file -f png_pipe'));
  command.complexFilter(renditionFilters(task));
  for (const rendition of renditions) {
    command.output(playlistOf(rendition.name));
    command.outputOptions(
      ...args(`-map [${rendition.name}] ${film.audioStream === null ? '' : `-map 0:${film.audioStream}`}`),
      ...encoding(rendition, film, task.tools.timesOption),
      ...args(`-f hls -hls_time ${segmentSeconds} -hls_playlist_type vod -hls_segment_type fmp4`),
      ...args(`-hls_flags single_file+independent_segments -hls_segment_filename ${rendition.name}`),
    );
  }
  if (sprite !== null)
    command.output('file:sprite').outputOptions('-map', '[sprite]', ...onePicture('libwebp -quality 60'));
  return [...quiet, ...command._getArguments()];
}

/** One frame that shows what the film is about, as `poster/source`. */
export function posterCommand(film: FilmDetails, size: Size, toneMapping: boolean, atMs: number): string[] {
  const command = reading(ffmpeg().input('file:source')).inputOptions('-ss', inSeconds(film.startMs + atMs));
  command.complexFilter([
    ...(film.isInterlaced ? [{ ...unwoven, inputs: `0:${film.videoStream}`, outputs: 'frames' }] : []),
    // The most usual of a second's frames: never the flash of a cut.
    {
      inputs: film.isInterlaced ? 'frames' : `0:${film.videoStream}`,
      filter: 'thumbnail',
      options: 25,
      outputs: 'seen',
    },
    ...upright('seen', 'poster', size, film.isHdr && toneMapping, 'rgb24'),
  ]);
  command.output('file:poster/source').outputOptions('-map', '[poster]', ...onePicture('png -compression_level 1'));
  return [...quiet, ...command._getArguments()];
}

/** The same film in one plain file whose index comes first. */
export function mp4Command(rendition: string): string[] {
  const command = ffmpeg()
    .input(`file:${rendition}`)
    .inputOptions(...args('-protocol_whitelist file -f mov'));
  command
    .output('file:mp4')
    .outputOptions(...args('-map 0 -c copy'), ...anonymous, ...args('-movflags +faststart -f mp4'));
  return [...quiet, ...command._getArguments()];
}

/** Reads what ffmpeg writes for `-progress`: how many seconds of the film are made. */
export function progressReader(onSeconds: (seconds: number) => void): (text: string) => void {
  let rest = '';
  return (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop()?.slice(-200) ?? '';
    for (const line of lines) {
      // Both names are in microseconds; old versions know the second alone.
      const micros = /^out_time_(?:us|ms)=(\d+)\s*$/.exec(line)?.[1];
      if (micros !== undefined) onSeconds(Number(micros) / 1e6);
    }
  };
}

const inSeconds = (ms: number): string => (ms / 1000).toFixed(3);

const quiet = args('-hide_banner -nostdin -v error -nostats -progress pipe:1');
/** Without place, camera, owner, times and the names of programs. */
const anonymous = args('-map_metadata -1 -map_chapters -1 -fflags +bitexact');
const onePicture = (codec: string): string[] => args(`-frames:v 1 -an -c:v ${codec} -f image2 -update 1 -threads 1`);

/** A frame for each frame, and only of those that say that they are woven. */
const unwoven = { filter: 'yadif', options: '0:-1:1' } as const;

const reading = (command: Command): Command => command.inputOptions('-threads', threads, ...inputGuards);

function renditionFilters({ film, renditions, sprite, mark, tools }: RenditionsTask): Filter[] {
  const largest = renditions.at(-1)!;
  const filters: Filter[] = [];
  let from = `0:${film.videoStream}`;
  const then = (filter: Omit<Filter, 'inputs' | 'outputs'>, other: string[] = []): void => {
    const to = `step${filters.length}`;
    filters.push({ ...filter, inputs: [from, ...other], outputs: to });
    from = to;
  };
  if (film.isInterlaced) then(unwoven);
  if (film.evenRate !== null) then({ filter: 'fps', options: film.evenRate.toFixed(3) });
  filters.push(...upright(from, 'whole', largest, film.isHdr && tools.hasToneMapping, 'yuv420p'));
  from = 'whole';
  if (mark !== null) {
    then({ filter: 'overlay', options: { x: mark.left, y: mark.top, format: 'yuv420' } }, ['1:0']);
    then({ filter: 'format', options: 'yuv420p' });
  }
  // Each from the next larger one: most of the work of scaling is in the pixels that are read.
  for (const [i, { name, width, height }] of [...renditions.entries()].toReversed()) {
    if (i < renditions.length - 1) then({ filter: 'scale', options: { w: width, h: height, flags: 'bicubic' } });
    const isLast = i === 0 && sprite === null;
    if (isLast) then({ filter: 'null' });
    else filters.push({ filter: 'split', options: 2, inputs: from, outputs: [name, `below${i}`] });
    if (isLast) filters.at(-1)!.outputs = name;
    else from = `below${i}`;
  }
  if (sprite !== null) {
    then({ filter: 'fps', options: `1000/${sprite.intervalMs}` });
    then({ filter: 'scale', options: { w: sprite.width, h: sprite.height } });
    then({ filter: 'tile', options: `${sprite.columns}x${sprite.rows}` });
    filters.at(-1)!.outputs = 'sprite';
  }
  return filters;
}

/** ffmpeg has turned the picture already; here it gets square pixels, the size, and colours that every screen knows. */
function upright(
  from: string,
  to: string,
  { width, height }: Size,
  toneMapped: boolean,
  format: 'yuv420p' | 'rgb24',
): Filter[] {
  const scale = { w: width, h: height, flags: 'bicubic' };
  const chain: Filter[] = toneMapped
    ? [
        { filter: 'zscale', options: { w: width, h: height, t: 'linear', npl: 100 } },
        { filter: 'format', options: 'gbrpf32le' },
        { filter: 'zscale', options: { p: 'bt709' } },
        { filter: 'tonemap', options: { tonemap: 'hable', desat: 0 } },
        { filter: 'zscale', options: { t: 'bt709', m: 'bt709', r: 'tv' } },
      ]
    : [
        {
          filter: 'scale',
          options: format === 'rgb24' ? scale : { ...scale, out_color_matrix: 'bt709', out_range: 'tv' },
        },
      ];
  chain.push({ filter: 'format', options: format }, { filter: 'setsar', options: 1 });
  return chain.map((filter, i) => ({
    ...filter,
    inputs: i === 0 ? from : `${to}${i - 1}`,
    outputs: i === chain.length - 1 ? to : `${to}${i}`,
  }));
}

function encoding({ name, maxRate }: PlannedRendition, film: FilmDetails, timesOption: string): string[] {
  const { audioStream, durationMs, evenRate, frames } = film;
  return [
    ...args(`-c:v libx264 -preset veryfast -profile:v high -crf 22 -maxrate ${maxRate} -bufsize ${maxRate * 2}`),
    ...args(`-threads ${threads} ${timesOption} ${evenRate === null ? 'vfr' : 'cfr'}`),
    // Where there is no index of frames, an even rate may fill a gap of hours; the time limit is left then.
    ...(evenRate === null || frames === null ? [] : args(`-frames:v ${mostFrames(frames, durationMs)}`)),
    ...args(`-force_key_frames expr:isnan(prev_forced_t)+gte(t,prev_forced_t+${segmentSeconds}) -g 600`),
    ...args('-x264-params scenecut=0:open_gop=0'),
    ...args('-color_primaries bt709 -color_trc bt709 -colorspace bt709 -color_range tv'),
    ...args(audioStream === null ? '-an' : `-c:a aac -b:a ${name === 'h360' ? '96k' : '128k'} -ac 2 -ar 48000`),
    ...args('-sn -dn'),
    ...anonymous,
    ...args('-flags:v +bitexact -flags:a +bitexact'),
  ];
}

/** A tenth more than there are; of pictures that each stand for long one a second. */
const mostFrames = (frames: number, durationMs: number): number =>
  Math.ceil(Math.max(frames, durationMs / 1000) * 1.1) + 60;

/** Options as one would type them; none has a space in it. */
function args(options: string): string[] {
  return options.split(' ').filter(Boolean);
}
