/** One bucket of an S3-compatible store. Which it is the deployment decides, see `decisions/0001-one-store-a-deployment.md`. */
export interface S3Options {
  readonly bucket: string;
  readonly region: string;
  /** Null: AWS itself. */
  readonly endpoint: string | null;
  /** Where browsers reach the store, when that is another address than ours. */
  readonly publicEndpoint?: string | null;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** `host/bucket/key` instead of `bucket.host/key`; what most stores beside AWS want. */
  readonly pathStyle?: boolean;
}
