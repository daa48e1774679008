# For a tap. The release workflow prints the checksum of the published tarball.
class Countersign < Formula
  desc "Review layer between coding agents and the merge"
  homepage "https://github.com/countersign/countersign"
  url "https://registry.npmjs.org/countersign/-/countersign-0.1.0.tgz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "Apache-2.0"

  depends_on "node"

  def install
    system "npm", "install", *std_npm_args
    bin.install_symlink libexec.glob("bin/*")
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/countersign --version")
  end
end
